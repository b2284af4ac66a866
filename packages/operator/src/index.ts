// The operators' command and console, for entry points that provide their own infrastructure.

export { createOperator } from './create-operator.ts';
export { consoleProgram } from './console-program.ts';
export { keptBordereaux, openContext, type Context, type OpenContext, type OpenInfrastructure } from './context.ts';
export { operatorProgram, type MoreNouns } from './program.ts';
export { runAsProcess } from './run-as-process.ts';
export { runOperator } from './run-operator.ts';
export type { Output, Terminal } from './terminal.ts';
export { operatorName } from './operator-name.ts';
