import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';

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
  return { child, out: text(child.stdout), error: text(child.stderr), closed: once(child, 'close') };
};

describe('A process that hangs while it starts', function () {
  this.timeout(30_000);

  const endsSoonAfter = async (signal: 'SIGINT' | 'SIGTERM'): Promise<void> => {
    const { child, out, error, closed } = hanging({});
    await once(child.stdout, 'data');
    const asked = performance.now();
    child.kill(signal);
    child.kill(signal);
    expect(await closed).to.deep.equal([1, null]);
    expect(performance.now() - asked).to.be.below(10_000);
    expect(await out).to.include(signal);
    expect(await error).to.equal('Ended before it had started: the next start takes up what was begun.\n');
  };

  it('ends soon after SIGINT or SIGTERM, and says that it had not started', async () => {
    // Each is given its three seconds at the same time.
    await Promise.all((['SIGINT', 'SIGTERM'] as const).map(endsSoonAfter));
  });
});

describe('A process outside the sandbox', function () {
  this.timeout(30_000);

  it('warns of variables of libraries, which have no effect', async () => {
    const { PRODUCTION } = await import('./configuration/production-values.ts');
    const { child, out, closed } = hanging({ ...PRODUCTION, PGSSLMODE: 'require', MIKRO_ORM_DEBUG: 'true' });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await closed;
    expect(await out)
      .to.include('PGSSLMODE, MIKRO_ORM_DEBUG: set and not read.')
      .and.not.include('require');
  });
});
