import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { PRODUCTION } from './configuration/production-values.ts';

const RUN = new URL('../src/run.ts', import.meta.url).href;

/** A process whose start never ends; it writes `starting` once it runs. */
const hanging = (environment: Readonly<Record<string, string>>) => {
  const script = `
    const { run } = await import('${RUN}');
    await run(${JSON.stringify(environment)}, () => ({
      logLevel: 'warn',
      start: () => { setImmediate(() => console.log('starting')); setInterval(() => undefined, 1000); return new Promise(() => undefined); },
      warn: (line) => console.log(line),
      ready: () => undefined,
      stopping: (signal) => console.log(signal),
    }));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
  });
  const started = new Promise<void>((resolve) => {
    child.stdout.on('data', (output: Buffer) => output.includes('starting') && resolve());
  });
  return { child, started, out: text(child.stdout), error: text(child.stderr), closed: once(child, 'close') };
};

/** The output of a process whose start never ends, each line after its time in milliseconds, and its exit. */
const TIMELINE = `
  import { mock } from 'node:test';
  import { run } from '${RUN}';
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  let now = 0;
  performance.now = () => now;
  const say = (what) => console.log(now + ' ' + what);
  process.exit = (code) => say('exit ' + code);
  const pass = (until) => {
    while (now < until) {
      now += 1;
      mock.timers.tick(1);
    }
  };
  void run({}, () => ({
    logLevel: 'warn',
    start: () => new Promise(() => undefined),
    warn: (line) => say(line.replace(/ seconds.*/, '')),
    ready: () => undefined,
    stopping: say,
  }));
  pass(60_000);
  for (const milliseconds of [0, 1_000, 1]) {
    pass(now + milliseconds);
    process.emit('SIGINT', 'SIGINT');
  }
  pass(89_000);`;

describe('a process that hangs while it starts', function () {
  this.timeout(30_000);

  it('reports every 30 seconds that it is not ready, and ends 3 s after a signal, or 28 s if its stop hangs', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', TIMELINE]);
    const said = (await text(child.stdout)).split('\n').filter((line) => /^\d/.test(line));
    // Two signals within a second count as one.
    expect(said).to.deep.equal([
      ...['30000 Not ready after 30', '60000 Not ready after 60', '60000 SIGINT'],
      ...['61001 exit 1', '63000 exit 1', '88000 exit 1'],
    ]);
  });

  const endedBy = async (signal: 'SIGINT' | 'SIGTERM', environment: Readonly<Record<string, string>>) => {
    const { child, started, out, error, closed } = hanging(environment);
    await started;
    const asked = performance.now();
    child.kill(signal);
    child.kill(signal);
    expect(await closed).to.deep.equal([1, null]);
    expect(performance.now() - asked).to.be.below(10_000);
    expect(await error).to.equal('Ended before the start was complete: the next start resumes its work.\n');
    return out;
  };

  it('ends soon after SIGINT or SIGTERM, and warns of libraries’ variables outside the sandbox', async () => {
    const libraries = { PGSSLMODE: 'require', MIKRO_ORM_DEBUG: 'true' };
    // Both use their three seconds at the same time.
    const [sandbox, production] = await Promise.all([
      endedBy('SIGINT', {}),
      endedBy('SIGTERM', { ...PRODUCTION, ...libraries }),
    ]);
    expect(sandbox).to.include('SIGINT').and.not.include('set but not read');
    expect(production)
      .to.include('SIGTERM')
      .and.include('PGSSLMODE, MIKRO_ORM_DEBUG: set but not read.')
      .and.not.include('require');
  });
});
