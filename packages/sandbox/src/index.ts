// A sandbox as a library, for tests of an integration and other entry points.

export { readSandboxFile, type SandboxFile } from './sandbox-file.ts';
export type { TestClock } from './test-clock.ts';
export { startSandbox, type Sandbox, type SandboxOptions } from './start-sandbox.ts';
