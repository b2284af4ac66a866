import { readFile } from 'node:fs/promises';
import type { MobileMoneyCapabilities } from '@vehicle-insurance/core';
import { cinetpayMobileMoney, waveMobileMoney, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import { day, scriptedServer, timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';

const NOWHERE = { baseUrl: 'http://127.0.0.1:1', apiKey: 'key', notificationSecrets: ['secret'] };
const PAGE = 'https://a.example/back';
const wave = (over: object = {}): MobileMoneyGateway =>
  waveMobileMoney({ ...NOWHERE, returnUrls: { success: PAGE, error: PAGE }, ...over });
const cinetpay = (over: object = {}): MobileMoneyGateway =>
  cinetpayMobileMoney({ ...NOWHERE, siteId: '1', notifyUrl: PAGE, returnUrl: PAGE, ...over });
const REQUEST = { reference: '0d9f5a0e-7c36-4a0a-9d2e-0c6b8a1b2c3d', amount: 1_000, payer: '+2250505060708' };

describe('a configured gateway', () => {
  const pasted: Readonly<Record<string, RegExp>> = {
    'swordfish\u200b': /contains an invisible character \(U\+200B\) as character 10/,
    '\u201cswordfish\u201d': /contains the character U\+201C/,
    '"swordfish"': /is in quotation marks/,
    'sword fish': /contains a space/,
    'swordfish\n': /contains an invisible character/,
    '': /is empty/,
  };
  for (const [name, make, fields] of [
    ['Wave', wave, ['apiKey', 'requestSecret']],
    ['CinetPay', cinetpay, ['apiKey', 'siteId']],
  ] as const) {
    it(`throws if a key cannot be from ${name}, without repeating the key`, () => {
      for (const [key, words] of Object.entries(pasted)) {
        for (const field of fields)
          expect(() => make({ [field]: key }), `${field} ${key}`)
            .to.throw(words)
            .with.property('message')
            .match(new RegExp(`^${field} `))
            .and.not.match(/sword/);
        expect(() => make({ notificationSecrets: ['first', key] })).to.throw(/^notificationSecrets /);
      }
    });

    it(`waits 10 seconds for a response of ${name}, and 3 seconds in a search`, async () => {
      const gateway = make();
      expect(await timersDuring(() => gateway.open(REQUEST))).to.include(10_000);
      expect(await timersDuring(() => gateway.search(REQUEST.reference)))
        .to.include(3_000)
        .and.not.include(10_000);
      expect(await timersDuring(() => gateway.read('a session'))).to.include(10_000);
      await gateway.close();
    });
  }

  const readStatement = async ({ statement, close }: MobileMoneyGateway): Promise<void> => {
    for await (const part of statement?.read(day('2026-01-14')) ?? []) expect(part.outcome).to.equal('unknown');
    await close();
  };

  it('waits 10 seconds for Wave to expire or refund a session', async () => {
    const gateway = wave();
    for (const act of [gateway.expire, gateway.refund])
      expect(await timersDuring(() => act('a session'))).to.include(10_000);
    await gateway.close();
  });

  it('waits 10 seconds for Wave’s statement, in each of three attempts a second apart', async () => {
    const pauses = await timersDuring(() => readStatement(wave()));
    expect(pauses.filter((each) => each === 10_000)).to.have.length(3);
    expect(pauses.filter((each) => each === 1_000)).to.have.length(2);
  });

  for (const [seconds, tries] of [
    [30, 3],
    [31, 1],
  ] as const)
    it(`requests Wave’s statement ${tries === 1 ? 'once' : `${tries} times`} if Wave requires a pause of ${seconds} seconds`, async () => {
      const server = await scriptedServer();
      server.answer((response) => response.writeHead(429, { 'retry-after': String(seconds) }).end('{}'));
      const pauses = await timersDuring(
        () => readStatement(wave({ baseUrl: server.url })),
        (milliseconds) => (milliseconds === 30_000 ? 0 : milliseconds),
      );
      expect(pauses.filter((each) => each === seconds * 1_000)).to.have.length(tries - 1);
      expect(server.asked).to.have.length(tries);
      await server.close();
    });
});

const NAMES: Readonly<Record<keyof MobileMoneyCapabilities, string>> = {
  ...{ expire: 'expire', debits: 'debits', refund: 'refund', payerLock: 'payerLock' },
  ...{ address: 'address', notifications: 'notifications', search: 'search', amountStep: 'amount step' },
};

const inWords = (value: MobileMoneyCapabilities[keyof MobileMoneyCapabilities]): string =>
  typeof value === 'object' ? 'no' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

describe('docs/providers.md', () => {
  it('shows the capabilities that the gateways declare', async () => {
    const gateways = [wave(), cinetpay()];
    const page = await readFile(new URL('../../../docs/providers.md', import.meta.url), 'utf8');
    const rows = page.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
    for (const [capability, name] of Object.entries(NAMES) as [keyof MobileMoneyCapabilities, string][]) {
      const row = [name, ...gateways.map(({ capabilities }) => inWords(capabilities[capability]))].join(' | ');
      expect(rows.filter((line) => line.startsWith(`| ${row} |`))).to.have.length(1);
    }
    await Promise.all(gateways.map((each) => each.close()));
  });
});
