import { readFile } from 'node:fs/promises';
import type { MobileMoneyCapabilities } from '@vehicle-insurance/core';
import { cinetpayMobileMoney, waveMobileMoney, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import { expect } from 'chai';

const account = { baseUrl: 'https://provider.internal', apiKey: 'key', notificationSecrets: ['secret'] };
const PAGE = 'https://example.com/back';

/** Each capability's name in the table. */
const NAMES: Readonly<Record<keyof MobileMoneyCapabilities, string>> = {
  expire: 'expire',
  debits: 'debits',
  refund: 'refund',
  payerLock: 'payerLock',
  address: 'address',
  notices: 'notices',
  amountStep: 'amount step',
};

const inWords = (value: MobileMoneyCapabilities[keyof MobileMoneyCapabilities]): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

describe('docs/providers.md', () => {
  let gateways: readonly MobileMoneyGateway[];
  before(() => {
    gateways = [
      waveMobileMoney({ ...account, returnUrls: { success: PAGE, error: PAGE } }),
      cinetpayMobileMoney({ ...account, siteId: '1', notifyUrl: PAGE, returnUrl: PAGE }),
    ];
  });
  after(() => Promise.all(gateways.map((each) => each.close())));

  it('shows what the gateways declare', async () => {
    const page = await readFile(new URL('../../../docs/providers.md', import.meta.url), 'utf8');
    const rows = page.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
    for (const [capability, name] of Object.entries(NAMES) as [keyof MobileMoneyCapabilities, string][]) {
      const row = [name, ...gateways.map(({ capabilities }) => inWords(capabilities[capability]))].join(' | ');
      expect(rows.filter((line) => line.startsWith(`| ${row} |`))).to.have.length(1);
    }
  });
});
