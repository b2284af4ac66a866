import { instantOf } from '@vehicle-insurance/core';
import { clockAt, describeContract, freshId, mobileMoneyContract, type RequestKind } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { fakeWallet, WALLET_ACCOUNT, type FakeWallet, type WalletScript } from './fake-wallet.ts';
import { pushWallet } from './push-wallet.ts';

const SCRIPTS: Partial<Record<RequestKind, WalletScript>> = {
  refused: 'refused',
  'opened, but unanswered': 'answer lost',
  'opened, then silence': 'then silent',
  'opened, with a slow debit': 'slow debit',
};

const PAYER = '+2250505060708';

describe('the gateway to a wallet that prompts the payer’s phone', () => {
  let wallet: FakeWallet;
  let mobileMoney: ReturnType<typeof pushWallet>;
  let amount = 100_000;

  before(async () => {
    wallet = await fakeWallet();
    mobileMoney = pushWallet({ baseUrl: wallet.url, ...WALLET_ACCOUNT, timeouts: { read: 200, search: 200 } });
  });
  after(async () => {
    await mobileMoney.close();
    await wallet.close();
  });

  describeContract(mobileMoneyContract, 'a wallet that prompts the phone', () => ({
    mobileMoney,
    clock: clockAt(instantOf('2026-11-01T10:00:00Z')),
    requestThatIs: (kind) => {
      amount += 10;
      const script = SCRIPTS[kind];
      if (script) wallet.script(amount, script);
      return { reference: freshId(), amount, payer: PAYER };
    },
    // No other phone has the prompt.
    payerConfirms: async ({ id }, from) => (from === undefined ? wallet.confirm(id) : undefined),
    debitEnds: async ({ id }) => wallet.endDebit(id),
    payerFails: async ({ id }) => wallet.fail(id, 'APPROVAL_REJECTED'),
    givenBack: async () => 0,
    notificationsAbout: async () => [],
    signed: () => null,
  }));

  for (const [reason, lastFailure] of [
    ['NOT_ENOUGH_FUNDS', 'insufficient_funds'],
    ['EXPIRED', 'expired'],
    ['new since then', 'declined'],
  ] as const)
    it(`reports a prompt that failed with ${reason} as ended, with the reason ${lastFailure}`, async () => {
      const reference = freshId();
      await mobileMoney.open({ reference, amount: 5_000, payer: PAYER });
      wallet.fail(reference, reason);
      const answer = await mobileMoney.read(reference);
      expect(answer.outcome === 'done' && answer.value).to.include({ state: 'expired', lastFailure });
    });
});
