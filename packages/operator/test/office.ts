import { noLock } from '@vehicle-insurance/service';
import { openedFor, openOffice, type Office, type OfficeOptions } from '../../console/test/office.ts';
import { keptBordereaux } from '../src/context.ts';
import { runOperator } from '../src/run-operator.ts';
import { captured, commandBy, type OperatorCommand } from './command.ts';

export { REFUSED } from '../../console/test/memory-service.ts';

export const ME = 'Ama';

export interface OperatedOffice extends Office {
  readonly operator: OperatorCommand;
}

const openOperatedOffice = async (options: OfficeOptions = {}): Promise<OperatedOffice> => {
  const bordereauxOf: OfficeOptions['bordereauxOf'] = (ports) => keptBordereaux(ports.configuration, ports);
  const office = await openOffice({ bordereauxOf, ...options });
  const { ports, access, errors } = office;
  const operator = commandBy((words) =>
    captured((terminal) =>
      runOperator(
        words,
        { OPERATOR: ME },
        async (_, by) => {
          const before = errors.all.length;
          return {
            ...{ ports, store: ports.store, lock: noLock, by, consoleAccess: async () => access },
            bordereauxIn: (folder) => keptBordereaux(ports.configuration, ports, folder),
            failed: () => errors.all.length - before,
            close: async () => undefined,
          };
        },
        terminal,
      ),
    ),
  );
  return { ...office, operator };
};

const officeOf = (hooks: Parameters<typeof openedFor>[0], options?: OfficeOptions) => {
  const office = openedFor(hooks, () => openOperatedOffice(options));
  const operator = new Proxy({} as OperatorCommand, {
    get: (_, name: keyof OperatorCommand) => office.operator[name],
  });
  return { office, operator };
};

export const officeForAll = (options?: OfficeOptions) => officeOf([before, after], options);

export const officeForEach = (options?: OfficeOptions) => officeOf([beforeEach, afterEach], options);

export interface Status {
  readonly actionItems: readonly { readonly id: string; readonly kind: string; readonly total?: number }[];
  readonly paymentsPaused: Readonly<Record<string, unknown>> | null;
}

export type Fields = Readonly<Record<string, unknown>>;
