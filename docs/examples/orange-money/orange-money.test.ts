import { instantOf } from '@vehicle-insurance/core';
import { clockAt, describeContract, freshId, mobileMoneyContract, type RequestKind } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { fakeOrange, ORANGE_ACCOUNT, type FakeOrange, type OrangeScript } from './fake-orange.ts';
import { orangeMoney } from './orange-money.ts';

const SCRIPTS: Partial<Record<RequestKind, OrangeScript>> = {
  refused: 'refused',
  'opened, but unanswered': 'answer lost',
  'opened, then silence': 'then silent',
  'opened, with a slow debit': 'slow debit',
};

const PAYER = '+2250701020304';

describe('the gateway to Orange Money', () => {
  let orange: FakeOrange;
  let mobileMoney: ReturnType<typeof orangeMoney>;
  let amount = 100_000;

  before(async () => {
    orange = await fakeOrange();
    mobileMoney = orangeMoney({ baseUrl: orange.url, ...ORANGE_ACCOUNT, timeouts: { read: 200 } });
  });
  after(async () => {
    await mobileMoney.close();
    await orange.close();
  });

  describeContract(mobileMoneyContract, 'Orange Money', () => ({
    mobileMoney,
    clock: clockAt(instantOf('2026-11-01T10:00:00Z')),
    requestThatIs: (kind) => {
      amount += 10;
      const script = SCRIPTS[kind];
      if (script) orange.script(amount, script);
      return { reference: freshId(), amount, payer: PAYER };
    },
    payerConfirms: async ({ id }) => orange.confirm(id),
    debitEnds: async ({ id }) => orange.set(id, 'SUCCESS'),
    payerFails: async ({ id }) => orange.set(id, 'FAILED'),
    givenBack: async () => 0,
    notificationsAbout: async () => [],
    signed: () => null,
  }));

  const opened = async () => {
    const answer = await mobileMoney.open({ reference: freshId(), amount: 5_000, payer: PAYER });
    return answer.outcome === 'done' ? answer.value : expect.fail(answer.outcome);
  };

  it('reads a session after a restart, because the session’s id contains all that Orange requires', async () => {
    const { id } = await opened();
    const other = orangeMoney({ baseUrl: orange.url, ...ORANGE_ACCOUNT });
    orange.confirm(id);
    expect(await other.read(id)).to.deep.include({ outcome: 'done' });
    await other.close();
  });

  it('gets a new token after Orange has ended the old one, and opens nothing without one', async () => {
    orange.endToken();
    expect((await mobileMoney.open({ reference: freshId(), amount: 5_000, payer: PAYER })).outcome).to.equal('refused');
    await opened();
    const stranger = orangeMoney({ baseUrl: orange.url, ...ORANGE_ACCOUNT, clientSecret: 'another-secret' });
    const refused = await stranger.open({ reference: freshId(), amount: 5_000, payer: PAYER });
    expect(refused).to.deep.include({ outcome: 'refused', reason: 'provider_unavailable' });
    await stranger.close();
  });

  it('does not trust an expired page to be free of a debit', async () => {
    const { id } = await opened();
    orange.set(id, 'EXPIRED');
    const answer = await mobileMoney.read(id);
    expect(answer.outcome === 'done' && answer.value.state).to.equal('expired_unsettled');
  });
});
