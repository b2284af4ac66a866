import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { migrate } from '@vehicle-insurance/persistence';
import { testDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { pino } from 'pino';
import { preparedInfrastructure } from '../src/composition/infrastructure.ts';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import { start } from '../src/start.ts';
import { PRODUCTION } from './configuration/production-values.ts';

const RUN = new URL('../src/run.ts', import.meta.url).href;

/** The output of a process whose start never ends: each line after its time in milliseconds, and its exits. */
const timelineOf = async (environment: Readonly<Record<string, string>>, signal: 'SIGINT' | 'SIGTERM') => {
  const script = `
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
    void run(${JSON.stringify(environment)}, () => ({
      logLevel: 'warn',
      start: () => new Promise(() => undefined),
      warn: (line) => say(line.replace(/ seconds.*|\\. These .*/, '')),
      ready: () => undefined,
      stopping: say,
    }));
    pass(60_000);
    for (const milliseconds of [0, 1_000, 1]) {
      pass(now + milliseconds);
      process.emit('${signal}', '${signal}');
    }
    pass(89_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
  });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out: out.split('\n').filter((line) => /^\d/.test(line)), error };
};

describe('a process that hangs while it starts', function () {
  this.timeout(30_000);

  for (const [where, environment, signal, warnings] of [
    ['in a sandbox', {}, 'SIGINT', []],
    [
      'in production',
      { ...PRODUCTION, PGSSLMODE: 'require', MIKRO_ORM_DEBUG: 'true' },
      'SIGTERM',
      ['0 PGSSLMODE, MIKRO_ORM_DEBUG: set but not read'],
    ],
  ] as const)
    it(`${where} reports every 30 seconds that it is not ready, and ends 3 s after ${signal}, or 28 s if its stop hangs`, async () => {
      const { out, error } = await timelineOf(environment, signal);
      // Two signals within a second count as one. Only production warns of variables of libraries.
      expect(out).to.deep.equal([
        ...[...warnings, '30000 Not ready after 30', '60000 Not ready after 60', `60000 ${signal}`],
        ...['61001 exit 1', '63000 exit 1', '88000 exit 1'],
      ]);
      expect(error.trimEnd().split('\n')).to.deep.equal([
        'Ended at the second signal: the next start resumes the unfinished work.',
        'Ended before the start was complete: the next start resumes its work.',
      ]);
    });
});

describe('a service in a program', function () {
  this.timeout(30_000);

  it('has stopped when a second call of `stop` has ended', async () => {
    const database = await testDatabase({ migrate: (url) => migrate({ url, environment: 'production' }) });
    const dataDir = mkdtempSync(join(tmpdir(), 'stopped-twice-'));
    const environment = { ...PRODUCTION, DATABASE_URL: database.url, DATA_DIR: dataDir, ROLE: 'api', PORT: '0' };
    try {
      const [variables, log] = [readConfiguration(environment).unwrap(), pino({ level: 'silent' })];
      const closing = Promise.withResolvers<undefined>();
      const infrastructure = async () => ({
        ...(await preparedInfrastructure(variables, log)),
        close: () => closing.promise,
      });
      const service = await start(variables, log, { infrastructure });
      void service.stop();
      const second = service.stop().then(() => 'stopped');
      const seen = await Promise.race([second, turn('stopping')]);
      closing.resolve(undefined);
      expect([seen, await second]).to.deep.equal(['stopping', 'stopped']);
    } finally {
      await database.drop();
      rmSync(dataDir, { recursive: true });
    }
  });
});
