import { consoleProgram } from '@vehicle-insurance/operator';
import { readConfiguration } from '@vehicle-insurance/service';
import { freePorts, tcpProxy, type TcpProxy } from '@vehicle-insurance/testkit';
import { testDatabase, type TestDatabase } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { pino } from 'pino';
import { operatorInfrastructure } from '../../src/operator-infrastructure.ts';
import { operatorOn } from '../operator/operator-command.ts';
import { asSandbox, eventually, startSandbox, type TestSandbox } from '../sandbox.ts';
import { rowsOf, signedIn } from './visitor.ts';

describe('a console beside the service', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let sandbox: TestSandbox;
  let way: TcpProxy;

  before(async () => {
    database = await testDatabase({ migrate: asSandbox });
    sandbox = await startSandbox({ DATABASE_URL: database.url });
    way = await tcpProxy(database.url);
  });
  after(async () => {
    await way?.cut();
    await sandbox?.stop();
    await database?.drop();
  });

  it('asks the scheduler’s store itself, and counts its incidents for those who scrape it', async () => {
    const [port] = await freePorts(1);
    const environment = {
      ...{ DATA_DIR: sandbox.dataDir, ...sandbox.database, SCHEDULER_STORE: way.url, METRICS_PORT: '0' },
      ...{ CONSOLE_PORT: String(port), CONSOLE_URL: `http://127.0.0.1:${port}` },
    };
    const clashing = readConfiguration({ ...environment, METRICS_PORT: String(port) }).unwrap();
    const refused = await consoleProgram(operatorInfrastructure)
      .start(clashing, pino({ level: 'silent' }))
      .then(() => 'it started', String);
    expect(refused).to.include('METRICS_PORT must differ from CONSOLE_PORT');
    await way.cut();
    const variables = readConfiguration(environment).unwrap();
    const running = await consoleProgram(operatorInfrastructure).start(variables, pino({ level: 'silent' }));
    try {
      const metrics = running.metricsUrl ?? expect.fail('there are no metrics');
      const incidents = async () =>
        /^vehicle_insurance_incidents_total (\d+)$/m.exec(await (await fetch(metrics)).text())?.[1];
      expect(await incidents()).to.equal('0');
      const awa = await signedIn(operatorOn(sandbox.dataDir, environment), 'Awa', 'look');
      const scheduler = async () =>
        rowsOf((await awa.get('/health')).text).find(([what]) => what === 'Ordonnanceur')?.[1];
      expect(await scheduler()).to.equal('le dépôt de l’ordonnanceur ne répond pas');
      expect(await incidents()).to.equal('1');
      await way.mend();
      await eventually(scheduler, (said) => said === 'répond');
    } finally {
      await running.stop();
    }
  });
});
