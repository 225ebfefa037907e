import { breaking, examplesOf } from './breaking.ts';

breaking(examplesOf('dataset', 'golden', 'config'));
