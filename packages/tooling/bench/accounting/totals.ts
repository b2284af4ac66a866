import { cpuInTicks, cpuOf } from './process-cpu.ts';

interface Followed {
  readonly name: string;
  readonly pid: number;
}

/** The allowed difference between both measurements of a process, and the ticks lost at both ends, in microseconds. */
const [DEVIATION, LOST] = [0.02, 40_000] as const;

/**
 * The kernel measures the CPU time of a process in two ways. Only the finer measurement is exact enough for short
 * slices, but it lacks, for example, threads that have ended. So both must agree over the whole run.
 */
export const followTotals = (processes: readonly Followed[]) => {
  const before = processes.map((each) => ({ ...each, fine: cpuOf(each.pid), coarse: cpuInTicks(each.pid) }));
  return {
    /** Throws if the figures of a server are not reliable. */
    requireAgreement: (): void => {
      for (const { name, pid, fine, coarse } of before) {
        const [finely, coarsely] = [cpuOf(pid) - fine, cpuInTicks(pid) - coarse];
        if (Math.abs(finely - coarsely) > DEVIATION * coarsely + LOST)
          throw new Error(`the kernel counts ${finely} µs for ${name}, and ${coarsely} µs in ticks`);
      }
    },
  };
};
