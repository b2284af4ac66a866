import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { NODE_COMPILE_CACHE } from '../processes/compile-cache.ts';
import { eventually } from '../sandbox.ts';
import { apiByExample } from './api-by-example.ts';
import { exampleWorld } from './example-world.ts';
import { changesTheCode, isAsSaid, pagesInOrder, stepsOf, type Step } from './steps.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const API_BY_EXAMPLE = 'docs/api-by-example.md';
const readPage = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

const firstDifference = (page: string, now: string): string | undefined => {
  const [written, asked] = [page.split('\n'), now.split('\n')];
  const at = asked.findIndex((line, index) => line !== written[index]);
  if (at < 0 && written.length === asked.length) return undefined;
  return `line ${at + 1} is "${written[at]}" and should be "${asked[at]}", after\n${asked.slice(Math.max(0, at - 12), at).join('\n')}`;
};

/** The files that a reader has after cloning and installing the project; they create all others. */
const CLONED = ['README.md', 'docs', 'docker', 'node_modules', 'package.json', 'packages', '.ci'];

/** The port of a reader's own server on a page. */
const READERS_PORT = '4000';

const reader = () => {
  const folder = mkdtempSync(join(tmpdir(), 'reader-'));
  for (const name of CLONED) symlinkSync(join(ROOT, name), join(folder, name));
  // Any free port, since other tests run at the same time.
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_COMPILE_CACHE, PORT: '0', NO_COLOR: '1' };
  const started: ChildProcess[] = [];

  const start = async (lines: string): Promise<void> => {
    // In a separate process group: Ctrl-C reaches npm and its child processes.
    const child = spawn('bash', ['-eu', '-c', lines], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child);
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
    await eventually(
      async () => said,
      (text) => {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`it has ended:\n${text}`);
        return text.includes('The sandbox is ready');
      },
    );
  };

  return {
    folder,
    /** Follows one page, and returns the output of its pasted lines, block by block. */
    follow: async (page: string) => {
      const written = readFileSync(join(folder, page), 'utf8');
      const steps = stepsOf(written.replaceAll(READERS_PORT, String(await freePort())));
      // The packages are links: a change in them would change this repository.
      if (changesTheCode(steps)) throw new Error(`${page} needs a copy of the packages`);
      for (const step of steps)
        if (step.does === 'save') {
          mkdirSync(dirname(join(folder, step.file)), { recursive: true });
          writeFileSync(join(folder, step.file), step.lines);
        } else if (step.does === 'start') await start(step.lines);
      const said = await paste(steps.filter(isPasted), { cwd: folder, env });
      for (const { after, expected } of expectations(steps)) {
        const heard = said[after] ?? '';
        if (!isAsSaid(expected, heard))
          throw new Error(`${page} shows the output\n${expected}\nbut the actual output is\n${heard}`);
      }
      return said;
    },
    leave: async () => {
      for (const child of started)
        if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
          const ended = once(child, 'exit');
          process.kill(-child.pid, 'SIGINT');
          await ended;
        }
      if (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

type Pasted = Extract<Step, { does: 'run' }>;
const isPasted = (step: Step): step is Pasted => step.does === 'run';

const BETWEEN = '\u241e';

const paste = async (
  blocks: readonly Pasted[],
  where: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<readonly string[]> => {
  if (blocks.length === 0) return [];
  // A page that fails half way leaves nothing running, since a running process holds the output open.
  const ending = `set -m\ntrap 'for job in $(jobs -p); do kill -- -$job 2> /dev/null || true; done' EXIT\n`;
  const script = blocks.map(({ lines }) => lines).join(`\nprintf '%s' '${BETWEEN}'\n`);
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-c', ending + script], { ...where, timeout: 60_000 });
  return stdout.split(BETWEEN);
};

const expectations = (steps: readonly Step[]) => {
  let pasted = -1;
  return steps.flatMap((step) => {
    if (step.does === 'run') pasted += 1;
    return step.does === 'said' ? [{ after: pasted, expected: step.lines }] : [];
  });
};

// In a newcomer's order: each page uses files of the pages before it.
describe('a reader who copies and pastes', function () {
  this.timeout(90_000);
  let newcomer: ReturnType<typeof reader>;
  before(() => {
    newcomer = reader();
  });
  after(() => newcomer.leave());

  const said = new Map<string, readonly string[]>();
  for (const page of pagesInOrder(ROOT))
    if (page === API_BY_EXAMPLE)
      // Proves: docs-show-real-answers
      it(`gets every response shown on ${page}`, async () => {
        const world = await exampleWorld(join(newcomer.folder, '.data'));
        try {
          const difference = firstDifference(readPage(page), await apiByExample(world));
          expect(difference, 'generate the page again: npm run docs -- examples').to.equal(undefined);
        } finally {
          await world.leave();
        }
      });
    else if (stepsOf(readPage(page)).length > 0 && !changesTheCode(stepsOf(readPage(page))))
      it(`can follow ${page}`, async () => {
        said.set(page, await newcomer.follow(page));
      });

  // Proves: journey-in-seven-calls, docs-can-be-followed
  it('insures a vehicle', () => {
    const lines = said.get('README.md')?.join('\n').trim().split('\n') ?? [];
    const codes = lines.flatMap((line) => /"code":"([^"]+)"/.exec(line)?.[1] ?? []);
    expect(codes).to.deep.equal(['payment_in_progress', 'payment-failure', 'quote_already_paid']);
    expect(lines.filter((line) => /^[a-z]+$/.test(line))).to.deep.equal(['started', 'expired']);
    const beginning = (file: string, from: number, to: number) =>
      readFileSync(join(newcomer.folder, '.data', file))
        .subarray(from, to)
        .toString();
    expect(beginning('contract.pdf', 0, 5)).to.equal('%PDF-');
    expect(beginning('certificate.png', 1, 4)).to.equal('PNG');
  });

  it('embeds the core', () => {
    const embedding = said.get('docs/embedding.md')?.join('\n');
    expect(embedding)
      .to.match(/^Certificate CI-\d+: issued$/m)
      .and.to.match(/^201 \{"amount":\d+/m);
  });

  it('tests an adapter of their own with the contract suite', () => {
    expect(said.get('docs/adapters.md')?.join('\n')).to.match(/\b11 passing\b/);
  });
});
