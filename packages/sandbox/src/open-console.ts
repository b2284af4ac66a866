import { startConsole } from '@vehicle-insurance/console';
import { keptBordereaux, operatorName } from '@vehicle-insurance/operator';
import type { Service, Variables } from '@vehicle-insurance/service';
import { writeSandboxFile, type SandboxFile } from './sandbox-file.ts';

interface OpenedConsole {
  /** A link with which the person who has started the sandbox can sign in. */
  readonly link: string;
  /** Stops the console, and then the sandbox. */
  readonly stop: () => Promise<void>;
}

/** Starts the console beside a running sandbox. On failure, also stops the sandbox. */
export const openConsole = async (
  variables: Variables,
  service: Service,
  file: SandboxFile,
  stopSandbox: () => Promise<void>,
): Promise<OpenedConsole> => {
  await using opening = new AsyncDisposableStack();
  opening.defer(stopSandbox);
  const operators = await startConsole(variables, service, {
    takesAnyPort: true,
    bordereaux: keptBordereaux(variables, service.bound),
  });
  opening.defer(operators.stop);
  writeSandboxFile(variables.DATA_DIR, { ...file, consoleUrl: operators.url });
  const link = await operators.link({ name: operatorName({ OPERATOR: variables.OPERATOR }), role: 'act' });
  const opened = opening.move();
  let stopping: Promise<void> | undefined;
  return { link, stop: () => (stopping ??= opened.disposeAsync()) };
};
