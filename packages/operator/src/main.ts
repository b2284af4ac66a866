import { runOperator } from './run-operator.ts';

// The operator's command of the image, for staging and production.
process.exitCode = await runOperator(process.argv.slice(2), process.env);
