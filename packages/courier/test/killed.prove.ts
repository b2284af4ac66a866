import { expect } from 'chai';
import { killedWhileDelivering } from './killed-while-delivering.ts';

const number = (name: string, usual: number): number => Number(process.env[name] ?? usual);

// COURIER_EVENTS, COURIER_ENDPOINTS and COURIER_KILLS say how much; takes hours as it stands.
describe('a courier that is killed again and again while it delivers a million events', function () {
  this.timeout(0);

  it('loses nothing and keeps the order of each subject', async () => {
    const events = number('COURIER_EVENTS', 1_000_000);
    const endpoints = number('COURIER_ENDPOINTS', 20);
    const kills = number('COURIER_KILLS', 100);
    const began = Date.now();
    const onProgress = (taken: number, all: number) => console.log(`      ${taken} of ${all}`);
    const seen = await killedWhileDelivering({ events, endpoints, kills, failing: 0.3, onProgress });
    const seconds = (Date.now() - began) / 1000;
    console.log(`      ${JSON.stringify(seen)}, ${Math.round(seen.taken / seconds)} deliveries a second`);
    expect(seen).to.include({ taken: events * endpoints, outOfOrder: 0, kills });
  });
});
