// A sandbox as a library, for tests and other entry points.

export { operatorInfrastructure } from './operator-infrastructure.ts';
export { readSandboxFile, type SandboxFile } from './sandbox-file.ts';
export { startSandbox, type RunningSandbox, type SandboxOptions } from './start-sandbox.ts';
