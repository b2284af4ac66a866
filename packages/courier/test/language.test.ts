import { messageIn, type Message } from '@vehicle-insurance/core/messages';
import { expect } from 'chai';
import { expectFrench } from '../../http/test/answers/french.ts';
import { FAULTS } from '../src/faults.ts';
import { REFUSALS } from '../src/web/refusal.ts';

const { oneOf, longest, ...faults } = FAULTS;

/** Every message of the companies' own API, by its code or its rule. */
const MESSAGES: Readonly<Record<string, Message>> = {
  ...Object.fromEntries(Object.entries(REFUSALS).map(([code, [, message]]) => [code, message])),
  ...{ ...faults, oneOf: oneOf(['waiting', 'delivered']), longest: longest(200) },
};

describe('the messages of the API for the endpoints of a company', () => {
  for (const [name, message] of Object.entries(MESSAGES))
    // Proves: messages-in-both-languages
    it(`are French or English: ${name}`, () => {
      expect(message.en).to.not.equal('');
      expect(message.fr).to.not.equal(message.en);
      expectFrench(messageIn('fr', message));
    });
});
