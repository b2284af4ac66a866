import { expect } from 'chai';
import { cinetpayMobileMoney, waveMobileMoney } from '../src/index.ts';

const BASE = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key', notificationSecrets: ['first', 'second'] };
const wave = (account: object) =>
  waveMobileMoney({ ...BASE, returnUrls: { success: 'https://a', error: 'https://b' }, ...account });
const cinetpay = (account: object) =>
  cinetpayMobileMoney({ ...BASE, siteId: '100000', notifyUrl: 'https://a', returnUrl: 'https://b', ...account });

describe('A gateway to a provider', () => {
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
  ] as const)
    it(`is not made with a key that ${name} cannot have given out, and does not repeat the key`, () => {
      expect(() => make({})).not.to.throw();
      for (const [key, words] of Object.entries(pasted)) {
        for (const field of fields) {
          expect(() => make({ [field]: key }), `${field} ${key}`)
            .to.throw(words)
            .with.property('message')
            .match(new RegExp(`^${field} `))
            .and.not.match(/sword/);
        }
        expect(() => make({ notificationSecrets: ['first', key] })).to.throw(/^notificationSecrets /);
      }
    });
});
