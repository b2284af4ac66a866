import { runAsProcess } from './run-as-process.ts';

// The operator's command of the image, for staging and production.
await runAsProcess(process.env);
