import { breaking, examplesOf } from './breaking.ts';

breaking(examplesOf('tools', 'trace'));
