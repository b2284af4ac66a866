import { day, scriptedServer, timersDuring } from '@vehicle-insurance/testkit';
import { cinetpayMobileMoney, waveMobileMoney, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import { expect } from 'chai';

const NOWHERE = { baseUrl: 'http://127.0.0.1:1', apiKey: 'key', notificationSecrets: ['secret'] };
const wave = (baseUrl = NOWHERE.baseUrl): MobileMoneyGateway =>
  waveMobileMoney({
    ...{ ...NOWHERE, baseUrl },
    returnUrls: { success: 'https://a.example/ok', error: 'https://a.example/ko' },
  });
const GATEWAYS: readonly (() => MobileMoneyGateway)[] = [
  wave,
  () =>
    cinetpayMobileMoney({
      ...{ ...NOWHERE, siteId: '1', returnUrl: 'https://a.example/ok' },
      notifyUrl: 'https://a.example/notices',
    }),
];
const REQUEST = { reference: '0d9f5a0e-7c36-4a0a-9d2e-0c6b8a1b2c3d', amount: 1_000, payer: '+2250505060708' };

describe('a gateway waits for an answer', () => {
  for (const make of GATEWAYS)
    it(`for 10 seconds, and for 3 seconds in a search: ${make().provider}`, async () => {
      const gateway = make();
      expect(await timersDuring(() => gateway.open(REQUEST))).to.include(10_000);
      expect(await timersDuring(() => gateway.search(REQUEST.reference)))
        .to.include(3_000)
        .and.not.include(10_000);
      expect(await timersDuring(() => gateway.read('a session'))).to.include(10_000);
      await gateway.close();
    });

  it('of Wave’s statement for 10 seconds, three times, with a second between two tries', async () => {
    const { statement, close } = wave();
    const pauses = await timersDuring(async () => {
      for await (const part of statement?.read(day('2026-01-14')) ?? []) expect(part.outcome).to.equal('unknown');
    });
    expect(pauses.filter((each) => each === 10_000)).to.have.length(3);
    expect(pauses.filter((each) => each === 1_000)).to.have.length(2);
    await close();
  });

  for (const [seconds, tries] of [
    [30, 3],
    [31, 1],
  ] as const)
    it(`of Wave’s statement ${tries} times if it asks for a pause of ${seconds} seconds`, async () => {
      const server = await scriptedServer();
      server.answer((response) => response.writeHead(429, { 'retry-after': String(seconds) }).end('{}'));
      const { statement, close } = wave(server.url);
      const read = async () => {
        for await (const part of statement?.read(day('2026-01-14')) ?? []) expect(part.outcome).to.equal('unknown');
      };
      const pauses = await timersDuring(read, (milliseconds) => (milliseconds === 30_000 ? 0 : milliseconds));
      expect(pauses.filter((each) => each === seconds * 1_000)).to.have.length(tries - 1);
      expect(server.asked).to.have.length(tries);
      await close();
      await server.close();
    });
});
