import { spawn } from 'node:child_process';
import { execPath } from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { together, type Counts } from './keeps-money.ts';

const PART = fileURLToPath(new URL('part.ts', import.meta.url));

interface Told {
  readonly lived: number;
  readonly counts?: Counts;
}

/** One process's share of the histories. */
const share = async (first: number, histories: number, progress: (lived: number) => void): Promise<Counts> => {
  const child = spawn(execPath, [PART, String(first), String(histories)], { stdio: ['ignore', 'pipe', 'pipe'] });
  let failure = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (failure += text));
  let counts: Counts | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const told = JSON.parse(line) as Told;
    progress(told.lived);
    counts = told.counts ?? counts;
  }
  if (!counts) throw new Error(failure);
  return counts;
};

/** Lives through histories in so many processes at once, and tells how many there have been. */
export const inProcesses = async (
  processes: number,
  { first, histories, progress }: { first: number; histories: number; progress: (lived: number) => void },
): Promise<Counts> => {
  const each = Math.ceil(histories / processes);
  const lived = Array.from({ length: processes }, () => 0);
  const shares = lived.map((_, index) =>
    share(first + index * each, Math.min(each, histories - index * each), (own) => {
      lived[index] = own;
      progress(lived.reduce((all, one) => all + one, 0));
    }),
  );
  return together(await Promise.all(shares));
};
