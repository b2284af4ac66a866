import { once } from 'node:events';
import type { Crossing, Fault } from './fault.ts';
import { MORTAL_SERVICE, spawnService, type ServiceProcess } from './service-process.ts';

/** A service that is started again as soon as it has died. */
export interface MortalProcess {
  /** Where the living one dies, and where the one after it does. */
  dieAt(first: Crossing, second?: Crossing): Promise<void>;
  /** Resolves once all of these deaths have come. */
  died(): Promise<void>;
  /** Resolves when one of them comes to this crossing next. */
  reached(crossing: Crossing): Promise<void>;
  /** Every crossing since it was last asked. */
  crossed(): readonly Crossing[];
  stop(): Promise<void>;
}

export const mortalProcess = (environment: Readonly<Record<string, string>>): MortalProcess => {
  let crossed: Crossing[] = [];
  const awaited = new Map<Crossing, PromiseWithResolvers<void>>();
  let planned: Fault[] = [];
  let deaths = Promise.withResolvers<void>();
  let living: ServiceProcess;
  let stopping = false;

  const start = (): void => {
    const [fault] = planned;
    living = spawnService({ ...environment, ...(fault && { FAULT: JSON.stringify(fault) }) }, MORTAL_SERVICE);
    living.child.on('message', (said: 'set' | { readonly crossed: Crossing }) => {
      if (said === 'set') return;
      crossed.push(said.crossed);
      awaited.get(said.crossed)?.resolve();
      awaited.delete(said.crossed);
    });
    void living.ended.then(({ code, signal }) => {
      if (stopping) return;
      if (signal !== 'SIGKILL') return deaths.reject(new Error(`it ended with ${code}: ${living.said().error}`));
      planned = planned.slice(1);
      if (planned.length === 0) deaths.resolve();
      start();
    });
  };
  start();

  return {
    dieAt: async (first, second) => {
      deaths = Promise.withResolvers<void>();
      planned = [first, second].filter((at) => at !== undefined).map((at) => ({ at }));
      await strikeAt(living, { at: first });
    },
    died: () => deaths.promise,
    reached: (crossing) => {
      const next = awaited.get(crossing) ?? Promise.withResolvers<void>();
      awaited.set(crossing, next);
      return next.promise;
    },
    crossed: () => {
      const since = crossed;
      crossed = [];
      return since;
    },
    stop: async () => {
      stopping = true;
      const closed = once(living.child, 'close');
      living.child.kill('SIGTERM');
      await closed;
    },
  };
};

/** Has a service that is up be struck there; resolves when it knows. */
export const strikeAt = async ({ child, ready }: ServiceProcess, fault: Fault): Promise<void> => {
  await ready;
  const { promise, resolve } = Promise.withResolvers<void>();
  const heard = (said: unknown): void => void (said === 'set' && resolve());
  child.on('message', heard).send(fault);
  await promise;
  child.off('message', heard);
};
