import { agendaScheduler } from '@vehicle-insurance/scheduler';
import type { Trigger, ErrorReporter } from '@vehicle-insurance/core';
import type { Variables } from '../configuration/variables.ts';
import { secretsIn, withoutSecrets } from '../observability/log.ts';
import type { Infrastructure } from './infrastructure.ts';
import { bindings } from './wiring.ts';

/** The scheduler of jobs. A process that does not start the scheduler can only trigger jobs in other processes. */
export const schedulerModule = bindings<{
  configuration: Variables;
  infrastructure: Infrastructure;
  errorReporter: ErrorReporter;
}>()
  .make('schedulerErrorReporter', ['errorReporter'], ({ errorReporter }) => errorReporter)
  .make(
    'scheduler',
    ['configuration', 'infrastructure', 'schedulerErrorReporter'],
    ({ configuration, infrastructure, schedulerErrorReporter }) =>
      agendaScheduler({
        store: infrastructure.schedulerStore,
        environment: configuration.ENVIRONMENT,
        errorReporter: schedulerErrorReporter,
        withoutSecrets: withoutSecrets(secretsIn(configuration)),
      }),
    (scheduler) => scheduler.stop(),
  )
  .make('trigger', ['scheduler'], ({ scheduler }): Trigger => scheduler);
