import { Session } from 'node:inspector/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** A source file of this project in which functions ran, and which. */
export type FilesRun = ReadonlyMap<string, readonly string[]>;

/** Milliseconds in which what an answer leaves behind, such as a line of the log, comes to its end. */
const TAIL = 250;

/** `packages/core/src/index.ts`, out of the address a module was loaded from. */
const SOURCE = /\/(packages\/[\w-]+\/src\/[\w/.-]+\.ts)$/;

/**
 * Does each work by itself, and gives the files in which functions ran during most of them: not what runs by itself
 * from time to time. Loading a module does not count. Do it once before: a first time does more.
 */
export const filesRunBy = async (works: readonly (() => Promise<unknown>)[]): Promise<FilesRun> => {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const runs: FilesRun[] = [];
    for (const work of works) {
      await ranSince(session);
      await work();
      await pause(TAIL);
      runs.push(await ranSince(session));
    }
    const inMost = (file: string): boolean => runs.filter((ran) => ran.has(file)).length > runs.length / 2;
    return new Map(runs.flatMap((ran) => [...ran]).filter(([file]) => inMost(file)));
  } finally {
    session.disconnect();
  }
};

/** What ran since this was asked before; functions without a name under an empty one. */
const ranSince = async (session: Session): Promise<FilesRun> => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return new Map(
    result.flatMap(({ url, functions }) => {
      const [, file] = SOURCE.exec(url) ?? [];
      const ran = functions.filter(({ functionName, ranges: [whole] }) => {
        const isModule = functionName === '' && whole?.startOffset === 0;
        return !isModule && (whole?.count ?? 0) > 0;
      });
      return file === undefined || ran.length === 0 ? [] : [[file, ran.map(({ functionName }) => functionName)]];
    }),
  );
};
