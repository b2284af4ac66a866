import { foundationModule, type Foundation } from './foundation.module.ts';
import { gatewaysModule } from './gateways.module.ts';
import { persistenceModule } from './persistence.module.ts';
import { schedulerModule } from './scheduler.module.ts';
import { useCasesModule } from './use-cases.module.ts';
import { wiring, type Composition, type Decorators } from './wiring.ts';

/** The whole service. Each module uses the modules before it, and is closed before them. */
export const compose = (foundation: Foundation) =>
  wiring()
    .load(foundationModule(foundation))
    .load(persistenceModule)
    .load(gatewaysModule)
    .load(schedulerModule)
    .load(useCasesModule);

/** All built parts of a process. */
export type Service = Awaited<ReturnType<ReturnType<typeof compose>['open']>>;

/** Wrappers around parts of the service, which are applied when the parts are built. */
export type ServiceDecorators = Service extends Composition<infer Bound> ? Decorators<Bound> : never;
