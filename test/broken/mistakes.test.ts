import { breaking } from './breaking.ts';

breaking(['mistakes.case.yaml']);
