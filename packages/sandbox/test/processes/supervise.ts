import { setTimeout as pause } from 'node:timers/promises';
import type { Crossing } from './fault.ts';
import { MORTAL_SERVICE, spawnService, type Environment, type ServiceProcess } from './service-process.ts';

/** Milliseconds before a process that could not start is restarted. */
const TRY_AGAIN_AFTER = 500;

/** Maximum number of spares needed at once: a recovering process can die as well. */
const SPARES = 2;

/** A process that is restarted whenever it ends. `beforeRestart` runs in between; `deathsAtMost` limits the spares. */
export const supervise = (
  environment: Environment,
  program?: string,
  beforeRestart: () => Promise<void> = async () => undefined,
  deathsAtMost = Infinity,
) => {
  const crashes: string[] = [];
  const ended: string[] = [];
  const crossed: Crossing[] = [];
  let planned: readonly Crossing[] = [];
  let deaths = Promise.withResolvers<void>();
  let failedStarts = 0;
  let lastFailure = '';
  let isStopping = false;
  let service: ServiceProcess;
  const spares: ServiceProcess[] = [];
  let spawned = 0;

  const isMortal = program === MORTAL_SERVICE;
  const spawn = () => {
    spawned += 1;
    return spawnService({ ...environment, ...(isMortal && { IS_SPARE: 'yes' }) }, program);
  };
  const start = (): void => {
    service = spares.shift() ?? spawn();
    if (isMortal) service.child.send({ at: planned[0] });
    service.child.on('message', (given: 'set' | { readonly crossed: Crossing }) => {
      if (given !== 'set') crossed.push(given.crossed);
    });
    // A start mostly loads modules; spares do that while the current process works.
    const fill = () => {
      while (isMortal && !isStopping && spares.length < SPARES && spawned <= deathsAtMost) spares.push(spawn());
    };
    service.ready.then(fill, fill);
  };
  const restart = async (): Promise<string | undefined> => {
    for (;;) {
      let isReady = false;
      service.ready.then(
        () => (isReady = true),
        () => undefined,
      );
      const { code, signal } = await service.ended;
      ended.push(service.said().out);
      const report = `${environment['ROLE']} ${code} ${signal}: ${service.said().error}`;
      // A process that was still starting has nothing to finish: it handles no signal yet, or ends by its time limit.
      if (isStopping) return code !== 0 && isReady ? report : undefined;
      if (signal === 'SIGKILL') {
        planned = planned.slice(1);
        if (planned.length === 0) deaths.resolve();
      } else {
        if (isReady) crashes.push(report);
        else failedStarts += 1;
        lastFailure = report;
        deaths.reject(new Error(report));
        await pause(TRY_AGAIN_AFTER);
      }
      await beforeRestart();
      if (isStopping) return undefined;
      start();
    }
  };
  start();
  const over = restart();
  deaths.promise.catch(() => undefined);

  return {
    living: (): ServiceProcess | undefined => {
      const { killed: isEnding, exitCode, signalCode } = service.child;
      return isEnding || exitCode !== null || signalCode !== null ? undefined : service;
    },
    /** Sets where the current process dies, and where its successor does. Only for MORTAL_SERVICE. */
    dieAt: async (first: Crossing, second?: Crossing): Promise<void> => {
      deaths = Promise.withResolvers<void>();
      deaths.promise.catch(() => undefined);
      planned = second === undefined ? [first] : [first, second];
      await service.setFault({ at: first });
    },
    died: () => deaths.promise,
    crossed: (): readonly Crossing[] => crossed.splice(0),
    /** The output of processes that were ready and ended without a signal. */
    crashes: (): readonly string[] => crashes,
    /** The log of all its processes. */
    log: () => [...ended, service.said().out].join(''),
    failedStarts: () => failedStarts,
    lastFailure: () => lastFailure,
    stop: (): Promise<string | undefined> => {
      isStopping = true;
      for (const { child } of spares) child.kill('SIGKILL');
      service.child.kill('SIGTERM');
      return over;
    },
  };
};

export type Supervised = ReturnType<typeof supervise>;
