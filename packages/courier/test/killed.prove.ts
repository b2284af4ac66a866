import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { killedWhileDelivering } from './killed-while-delivering.ts';

const number = (name: string, usual: number): number => Number(process.env[name] ?? usual);

const [ENDPOINTS, KILL_EVERY] = [20, 2_000];

// A million take an hour; COURIER_DELIVERIES sets the number.
describe('a courier that is killed every two seconds while it delivers tens of thousands of webhooks', function () {
  this.timeout(0);

  it('loses nothing, keeps the order of each subject, and sends one event of a subject at a time', async () => {
    const events = Math.ceil(number('COURIER_DELIVERIES', 20_000) / ENDPOINTS);
    const all = events * ENDPOINTS;
    const came = await killedWhileDelivering({
      ...{ events, endpoints: ENDPOINTS, failing: 0.3, endsLeases: false },
      nextKill: () => pause(KILL_EVERY),
      onProgress: ({ taken, repeated }) => console.log(`      ${taken} of ${all}, ${repeated} repeated`),
    });
    console.log(`      ${JSON.stringify(came)}, ${Math.round(all / came.seconds)} deliveries a second`);
    expect(came).to.include({ taken: all, outOfOrder: 0, overlapping: 0 });
  });
});
