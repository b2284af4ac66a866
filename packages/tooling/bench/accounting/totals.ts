import { cpuInTicks, cpuOf } from './process-cpu.ts';

interface Followed {
  readonly name: string;
  readonly pid: number;
}

/** By how much two accounts of one process may differ, and the ticks that are lost at either end. */
const [DEVIATION, LOST] = [0.02, 40_000] as const;

/**
 * The kernel keeps two accounts of a process, and short slices can only be read from the finer one. Over the whole run
 * both have to come to the same: a thread that has ended, for example, is missing in the finer one.
 */
export const followTotals = (processes: readonly Followed[]) => {
  const before = processes.map((each) => ({ ...each, fine: cpuOf(each.pid), coarse: cpuInTicks(each.pid) }));
  return {
    /** Throws where the figures of a server cannot be trusted. */
    requireAgreement: (): void => {
      for (const { name, pid, fine, coarse } of before) {
        const [finely, coarsely] = [cpuOf(pid) - fine, cpuInTicks(pid) - coarse];
        if (Math.abs(finely - coarsely) > DEVIATION * coarsely + LOST)
          throw new Error(`the kernel counts ${finely} µs for ${name}, and ${coarsely} µs in ticks`);
      }
    },
  };
};
