// The service as a library, for the sandbox, the operator's command and other entry points.

export { compose, type Service, type ServiceDecorators } from './composition/compose.ts';
export type { Foundation } from './composition/foundation.module.ts';
export {
  configuredInfrastructure,
  configuredAuthority,
  configuredCinetPay,
  configuredWave,
  noLock,
  requireSchema,
  type Infrastructure,
  type SharedLock,
} from './composition/infrastructure.ts';
export { callerAddress } from './http/caller-address.ts';
export { openServer } from './http/server.ts';
export { readConfiguration } from './configuration/read-configuration.ts';
export { ownPartsOf } from './configuration/section.ts';
export { SECTIONS, type Variables } from './configuration/variables.ts';
export { secretsIn, serviceLog } from './observability/log.ts';
export { observability } from './observability/observability.ts';
export { createService, serviceProgram, type ServiceOptions } from './program.ts';
export {
  type OwnAdapters,
  type OwnAuthority,
  type OwnDocuments,
  type OwnProvider,
} from './composition/own-adapters.ts';
export { run, type Program } from './run.ts';
export { start, type RunningService, type StartOptions } from './start.ts';
export { explainStartupFailure } from './startup-failure.ts';
export { prepareDataFolder, severalFoldersWarning } from './system/data-folder.ts';
export { loggingErrorReporter } from './system/error-reporter.ts';
export { ROUNDS, type Rounds } from './worker/scheduled-jobs.ts';
