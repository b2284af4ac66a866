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
    child.stdout.on('data', (said: Buffer) => said.includes('starting') && resolve());
  });
  return { child, started, out: text(child.stdout), error: text(child.stderr), closed: once(child, 'close') };
};

describe('A process that hangs while it starts', function () {
  this.timeout(30_000);

  const endedBy = async (signal: 'SIGINT' | 'SIGTERM', environment: Readonly<Record<string, string>>) => {
    const { child, started, out, error, closed } = hanging(environment);
    await started;
    const asked = performance.now();
    child.kill(signal);
    child.kill(signal);
    expect(await closed).to.deep.equal([1, null]);
    expect(performance.now() - asked).to.be.below(10_000);
    expect(await error).to.equal('Ended before it had started: the next start takes up what was begun.\n');
    return out;
  };

  it('ends soon after SIGINT or SIGTERM, says so, and warns outside the sandbox of variables of libraries', async () => {
    const libraries = { PGSSLMODE: 'require', MIKRO_ORM_DEBUG: 'true' };
    // Each is given its three seconds at the same time.
    const [sandbox, production] = await Promise.all([
      endedBy('SIGINT', {}),
      endedBy('SIGTERM', { ...PRODUCTION, ...libraries }),
    ]);
    expect(sandbox).to.include('SIGINT').and.not.include('set and not read');
    expect(production)
      .to.include('SIGTERM')
      .and.include('PGSSLMODE, MIKRO_ORM_DEBUG: set and not read.')
      .and.not.include('require');
  });
});
