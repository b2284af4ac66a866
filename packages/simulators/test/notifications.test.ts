import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import {
  cleanUp,
  merchant,
  movableClock,
  noticeIn,
  only,
  press,
  receiver,
  startMobileMoney,
  temporaryFolder,
} from './world.ts';

const PAYER = '+2250701020304';
const secret = 'wave_secret';

describe('mobile money: notifications', () => {
  const after = cleanUp();
  afterEach(() => after.now());

  it('are signed over the clock’s time and the very bytes sent', async () => {
    const clock = movableClock('2030-01-01T00:00:00.900Z');
    const { url, received } = await receiver(after);
    const simulator = await startMobileMoney(after, clock, { notifications: { url, secret } });
    const session = (await merchant(simulator).open(PAYER)).body;
    await press(`${session.wave_launch_url}/confirm`);
    const sent = only(received);
    const time = Date.parse('2030-01-01T00:00:00Z') / 1000;
    const signature = createHmac('sha256', secret).update(`${time}${sent.body}`).digest('hex');
    expect(sent.headers['wave-signature']).to.equal(`t=${time},v1=${signature}`);
    const notification = noticeIn(sent);
    expect(notification).to.have.keys(['id', 'type', 'data']);
    expect(notification.type).to.equal('checkout.session.completed');
    expect(notification.data).to.include({ id: session.id, client_reference: 'order-1', payment_status: 'succeeded' });
  });

  it('are sent again with growing delays until they are answered 2xx, each time freshly signed', async () => {
    const clock = movableClock();
    const { url, received } = await receiver(after, 500, 404, 204);
    const simulator = await startMobileMoney(after, clock, { notifications: { url, secret } });
    await press(`${(await merchant(simulator).open(PAYER)).body.wave_launch_url}/confirm`);
    const waits: number[] = [];
    for (let due = simulator.nextDue(); due; due = simulator.nextDue()) {
      waits.push((due.getTime() - clock.now().getTime()) / 1000);
      clock.advance(waits.at(-1) ?? 0);
      await simulator.catchUp();
    }
    expect(waits).to.deep.equal([10, 60]);
    expect(new Set(received.map(({ headers }) => headers['wave-signature'])).size).to.equal(3);
    expect(new Set(received.map(({ body }) => body)).size).to.equal(1);
  });

  it('are given up after three days', async () => {
    const clock = movableClock();
    const { url, received } = await receiver(after, 500);
    const simulator = await startMobileMoney(after, clock, { notifications: { url, secret } });
    await press(`${(await merchant(simulator).open(PAYER)).body.wave_launch_url}/confirm`);
    const began = clock.now().getTime();
    for (let due = simulator.nextDue(); due; due = simulator.nextDue()) {
      clock.advance((due.getTime() - clock.now().getTime()) / 1000);
      await simulator.catchUp();
    }
    const days = (clock.now().getTime() - began) / 86_400_000;
    expect(days).to.be.within(2.5, 3);
    expect(received.length).to.be.greaterThan(10);
  });

  it('survive a restart, and a receiver that is not there', async () => {
    const clock = movableClock();
    const dataDir = temporaryFolder(after);
    const nowhere = { url: 'http://127.0.0.1:1/', secret };
    const first = await startMobileMoney(after, clock, { dataDir, notifications: nowhere });
    await press(`${(await merchant(first).open(PAYER)).body.wave_launch_url}/confirm`);
    await first.close();
    const { url, received } = await receiver(after);
    const second = await startMobileMoney(after, clock, { dataDir, notifications: { url, secret } });
    clock.advance(10);
    await second.catchUp();
    expect(received).to.have.length(1);
    expect(second.nextDue()).to.equal(undefined);
    const { notifications } = only(await merchant(second).told('order-1'));
    expect(only(notifications).attempts.map(({ status }) => status)).to.deep.equal([null, 200]);
  });

  it('are sent when their time comes, without a clock being moved', async () => {
    const clock = movableClock();
    const { url, received } = await receiver(after, 503, 200);
    const simulator = await startMobileMoney(after, clock, { notifications: { url, secret } });
    await press(`${(await merchant(simulator).open(PAYER)).body.wave_launch_url}/confirm`);
    clock.advance(10);
    const deadline = Date.now() + 3000;
    while (simulator.nextDue() && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
    expect(received).to.have.length(2);
  });

  it('do not hold up a close', async () => {
    const clock = movableClock();
    const { url } = await receiver(after, 500);
    const simulator = await startMobileMoney(after, clock, { notifications: { url, secret } });
    await press(`${(await merchant(simulator).open(PAYER)).body.wave_launch_url}/confirm`);
    clock.advance(10);
    const caughtUp = simulator.catchUp();
    await simulator.close();
    await caughtUp;
  });
});
