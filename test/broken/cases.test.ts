import { breaking, examplesOf } from './breaking.ts';

breaking(examplesOf('case').filter((path) => !path.startsWith('mistakes')));
