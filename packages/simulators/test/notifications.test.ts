import { expect } from 'chai';
import {
  cleanUp,
  merchant,
  movableClock,
  only,
  press,
  receiver,
  startMobileMoney,
  temporaryFolder,
  typeIn,
} from './world.ts';

const PAYER = '+2250701020304';
const secret = 'wave_secret';

describe('the notifications of the simulated Wave', () => {
  const after = cleanUp();
  afterEach(() => after.now());

  const paid = async (statuses: readonly number[], clock = movableClock()) => {
    const { url, received } = await receiver(after, ...statuses);
    const simulator = await startMobileMoney(after, clock, { notifications: { url, secret } });
    const { body } = await merchant(simulator).open(PAYER);
    await press(`${body.wave_launch_url}/confirm`);
    return { clock, received, simulator, id: body.id };
  };
  /** Moves the clock to each time at which work is due, and returns the seconds between them. */
  const waitsOf = async ({ clock, simulator }: Awaited<ReturnType<typeof paid>>): Promise<readonly number[]> => {
    const waits: number[] = [];
    for (let due = simulator.nextDue(); due; due = simulator.nextDue()) {
      waits.push((due.getTime() - clock.now().getTime()) / 1000);
      clock.advance(waits.at(-1) ?? 0);
      await simulator.catchUp();
    }
    return waits;
  };

  it('are sent again with growing delays until the response is 2xx, each time with a new signature', async () => {
    const simulated = await paid([500, 404, 204]);
    expect(await waitsOf(simulated)).to.deep.equal([10, 60]);
    const { received } = simulated;
    expect(new Set(received.map(({ headers }) => headers['wave-signature'])).size).to.equal(3);
    expect(new Set(received.map(({ body }) => body)).size).to.equal(1);
  });

  it('are given up after three days', async () => {
    const simulated = await paid([500]);
    const seconds = (await waitsOf(simulated)).reduce((sum, wait) => sum + wait, 0);
    expect(seconds / 86_400).to.be.within(2.5, 3);
    expect(simulated.received.length).to.be.greaterThan(10);
  });

  it('survive a restart, like all other data, and an unavailable receiver', async () => {
    const clock = movableClock();
    const dataDir = temporaryFolder(after);
    const nowhere = { url: 'http://127.0.0.1:1/', secret };
    const first = await startMobileMoney(after, clock, { dataDir, notifications: nowhere });
    await press(`${(await merchant(first).open(PAYER)).body.wave_launch_url}/confirm`);
    const before = only(await merchant(first).historyOf('order-1'));
    await first.close();
    const { url, received } = await receiver(after);
    const second = await startMobileMoney(after, clock, { dataDir, notifications: { url, secret } });
    const restarted = only(await merchant(second).historyOf('order-1'));
    expect(restarted).to.deep.equal({ ...before, wave_launch_url: `${second.url}/pay/${before.id}` });
    clock.advance(10);
    await second.catchUp();
    expect(received).to.have.length(1);
    expect(second.nextDue()).to.equal(undefined);
    const { notifications } = only(await merchant(second).historyOf('order-1'));
    expect(only(notifications).attempts.map(({ status }) => status)).to.deep.equal([null, 200]);
  });

  it('are sent when they are due, even if the clock is not moved', async () => {
    const { clock, received, simulator } = await paid([503, 200]);
    clock.advance(10);
    const deadline = Date.now() + 3000;
    while (simulator.nextDue() && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
    expect(received).to.have.length(2);
  });

  it('do not delay the shutdown', async () => {
    const { clock, simulator } = await paid([500]);
    clock.advance(10);
    const caughtUp = simulator.catchUp();
    await simulator.close();
    await caughtUp;
  });

  it('are sent three times for the payer 0006, those of two events mixed', async () => {
    const clock = movableClock();
    const { url, received } = await receiver(after);
    const simulator = await startMobileMoney(after, clock, { notifications: { url, secret } });
    const wave = merchant(simulator);
    const { wave_launch_url } = (await wave.open('+2250701020006')).body;
    for (const button of ['refuse', 'confirm']) await press(`${wave_launch_url}/${button}`);
    for (const second of ['01', '02']) {
      expect(simulator.nextDue()?.toISOString()).to.equal(`2026-11-01T10:00:${second}.000Z`);
      clock.advance(1);
      await simulator.catchUp();
    }
    const types = received.map((each) => typeIn(each).replace('checkout.session.', ''));
    expect(types).to.have.members(['payment_failed', 'completed'].flatMap((type) => [type, type, type]));
    expect(types.lastIndexOf('payment_failed')).to.be.greaterThan(types.indexOf('completed'));
    expect(new Set(only(await wave.historyOf('order-1')).notifications.map(({ id }) => id)).size).to.equal(2);
  });
});
