import { scriptedServer, type ScriptedServer } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { Webhook as Verifier } from 'standardwebhooks';
import { worldOn } from '../api/world.ts';
import { eventually, startSandbox, type TestSandbox } from '../sandbox.ts';
import { operatorOn } from './operator-command.ts';

interface ReceivedEvent {
  readonly type: string;
  readonly data: Readonly<Record<'vehicleId' | 'quoteId' | 'contractId', string | null>>;
}

// The second journey of the operator’s command. The third, in separate processes, is stopped.long.test.ts.
describe('webhooks of a sandbox', function () {
  this.timeout(120_000);
  let sandbox: TestSandbox;
  let receiver: ScriptedServer;
  let secret: string;

  before(async () => {
    receiver = await scriptedServer();
    receiver.answer((response) => response.writeHead(204).end());
    sandbox = await startSandbox();
  });
  after(async () => {
    await sandbox.stop();
    await receiver.close();
  });

  const receivedEvents = (): readonly ReceivedEvent[] =>
    receiver.asked.map(
      ({ headers, body }) => new Verifier(secret).verify(body, headers as Record<string, string>) as ReceivedEvent,
    );
  const eventsUntil = async (
    one: keyof ReceivedEvent['data'],
    subject: string,
    last: string,
  ): Promise<readonly string[]> => {
    const types = () => receivedEvents().flatMap(({ type, data }) => (data[one] === subject ? [type] : []));
    await eventually(async () => types().includes(last), Boolean);
    return types();
  };

  // Proves: webhooks-in-sandbox
  it('are added by the operator’s command while the sandbox runs, and report a quote up to its contract', async () => {
    const { operator, insured } = worldOn(sandbox);
    const added = await operator.text('endpoint', 'add', `${receiver.url}/hook`);
    ({ secret } = JSON.parse(added) as { readonly secret: string });
    const { quoteId, contract } = await insured();
    expect(await eventsUntil('contractId', contract.id, 'certificate.issued')).to.include('contract.opened');
    const steps = ['quote.created', 'payment.pending', 'payment.succeeded'];
    expect(await eventsUntil('quoteId', quoteId, 'payment.succeeded')).to.include.ordered.members(steps);
  });

  it('are also delivered after a restart', async () => {
    await sandbox.stop({ data: true });
    sandbox = await startSandbox({}, sandbox.dataDir);
    const { id: vehicleId } = await worldOn(sandbox).register();
    expect(await eventsUntil('vehicleId', vehicleId, 'vehicle.registered')).to.deep.equal(['vehicle.registered']);
  });

  it('cannot be added to a folder without a sandbox', async () => {
    const nowhere = operatorOn(`${sandbox.dataDir}-nowhere`);
    expect(await nowhere.refusal('endpoint', 'list')).to.contain('npm start');
  });
});
