import { Session } from 'node:inspector/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** Source files of this project in which functions ran. */
type FilesRun = ReadonlySet<string>;

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
    return new Set(runs.flatMap((ran) => [...ran]).filter(inMost));
  } finally {
    session.disconnect();
  }
};

/** What ran since this was asked before. */
const ranSince = async (session: Session): Promise<FilesRun> => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return new Set(
    result.flatMap(({ url, functions }) => {
      const [, file] = SOURCE.exec(url) ?? [];
      const ran = functions.some(({ functionName, ranges: [whole] }) => {
        const isModule = functionName === '' && whole?.startOffset === 0;
        return !isModule && (whole?.count ?? 0) > 0;
      });
      return file !== undefined && ran ? [file] : [];
    }),
  );
};
