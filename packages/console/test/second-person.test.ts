import { expect } from 'chai';
import { ACTIONS } from '../src/actions/actions.ts';

/** Actions that move money, end something, allow API calls, or change what the police see. */
const NEED_ANOTHER = [
  ...['payment-close', 'payment-refunded', 'payment-settle', 'payments-pause', 'contract-cancel', 'certificate-attach'],
  ...['company-disable', 'company-enable', 'key-issue', 'key-revoke', 'month-close'],
];

describe('an action that needs two people', () => {
  it('is each one that moves money or ends something', () => {
    const dangerous = [...ACTIONS.values()].filter(({ isDangerous }) => isDangerous).map(({ name }) => name);
    expect(dangerous).to.have.members(NEED_ANOTHER);
  });
});
