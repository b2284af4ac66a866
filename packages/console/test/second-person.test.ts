import { expect } from 'chai';
import { ACTIONS } from '../src/actions/actions.ts';

/** What moves money, ends something, lets somebody call the API, or changes what the police is shown. */
const NEED_ANOTHER = [
  ...['payment-close', 'payment-refunded', 'payment-settle', 'payments-pause', 'contract-cancel', 'certificate-attach'],
  ...['company-disable', 'company-enable', 'key-issue', 'key-revoke', 'month-close'],
];

describe('what one person cannot do alone where two are needed', () => {
  it('is all that moves money or ends something', () => {
    const dangerous = [...ACTIONS.values()].filter(({ isDangerous }) => isDangerous).map(({ name }) => name);
    expect(dangerous).to.have.members(NEED_ANOTHER);
  });
});
