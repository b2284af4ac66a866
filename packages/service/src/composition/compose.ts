import { foundationModule, type Foundation } from './foundation.module.ts';
import { gatewaysModule } from './gateways.module.ts';
import { persistenceModule } from './persistence.module.ts';
import { schedulerModule } from './scheduler.module.ts';
import { useCasesModule } from './use-cases.module.ts';
import { wiring, type Composition, type Decorators } from './wiring.ts';

/** The whole service. Each module uses the modules before it. Modules close in reverse order. */
export const compose = (foundation: Foundation) =>
  wiring()
    .load(foundationModule(foundation))
    .load(persistenceModule)
    .load(gatewaysModule)
    .load(schedulerModule)
    .load(useCasesModule);

/** A running service with all its bindings. */
export type Service = Awaited<ReturnType<ReturnType<typeof compose>['open']>>;

/** Wrappers around bindings of the service, applied when a binding is built. */
export type ServiceDecorators = Service extends Composition<infer Bound> ? Decorators<Bound> : never;
