import { recordRefund, unknown } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type { ServiceDecorators } from '@vehicle-insurance/service';
import { apiWorld, eventually, type Fields, type World } from '../api/world.ts';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { NO_ANSWER } from '@vehicle-insurance/testkit';

/** A payer whose provider reports another amount than was asked for: all of it goes back. */
const SHORT_PAYER = '0500000007';
const TRANSFER = ['--reference', 'VIR-2026-7', '--note', 'by bank transfer'];

/** What becomes of the service's own requests to give money back: the operator's command sends its own. */
type Lost = 'the answer' | 'the request' | 'nothing';

describe('money that has to go back, where the service got no answer to its refund', function () {
  this.timeout(120_000);
  let world: World;
  let operator: OperatorCommand;
  let lost: Lost = 'the answer';

  const losing: ServiceDecorators = {
    mobileMoney: ([opening, ...others]) => [
      {
        ...opening,
        refund: async (id) => {
          if (lost === 'the request') return unknown(NO_ANSWER);
          const answer = await opening.refund(id);
          return lost === 'the answer' ? unknown(NO_ANSWER) : answer;
        },
      },
      ...others,
    ],
  };
  before(async () => {
    world = await apiWorld({}, undefined, losing);
    operator = operatorOn(world.sandbox.dataDir, world.sandbox.database);
  });
  after(() => world.stop());

  const refundsAtProvider = async (paymentId: string) => (await world.sessions(paymentId))[0]?.refunds ?? [];
  const refundOf = async (quoteId: string) => (await world.standing(quoteId)).payment?.refund;
  /** A payment whose refund was asked for once, in vain. */
  const owed = async () => {
    const { id: quoteId } = await world.quote();
    const { id, paymentUrl } = await world.opened(quoteId, SHORT_PAYER);
    await world.confirm(paymentUrl);
    await world.stands(quoteId, ({ payment }) => payment?.refund !== null);
    const trouble = async () => (await operator.json<{ refund: Fields }>('payment', 'show', id)).refund['trouble'];
    await eventually(trouble, (why) => why !== null);
    return { id, refund: () => refundOf(quoteId) };
  };

  // Proves: refund-by-hand
  it('is not transferred once more: the command asks the provider, and reports that it has given the money back', async () => {
    lost = 'the answer';
    const { id, refund } = await owed();
    expect(await refundsAtProvider(id)).to.have.length(1);
    expect(await refund()).to.include({ status: 'due' });

    const told = await operator.text('payment', 'refunded', id, ...TRANSFER);
    expect(told).to.match(/^wave has given \d+ F CFA back itself.*Do not transfer.*VIR-2026-7.*ask for it back/);
    expect(await refund()).to.include({ status: 'done' });
    expect(await refundsAtProvider(id)).to.have.length(1);
    expect(await operator.text('payment', 'refunded', id, ...TRANSFER)).to.equal(told);
  });

  // Proves: refund-by-hand
  it('is given back once when sweeps and operators ask at the same time, and every operator gets a true answer', async () => {
    lost = 'the request';
    const { id, refund } = await owed();
    lost = 'nothing';
    const { ports } = await world.operator.context();
    const command = { paymentId: id, reference: 'VIR-7', note: 'by bank', by: 'an operator' };
    const [, ...recorded] = await Promise.all([
      world.clock.advance('PT1M'),
      ...Array.from({ length: 3 }, () => recordRefund(ports)(command)),
    ]);
    for (const each of recorded)
      if (each.isOk()) expect(each.value.givenBackBy).to.equal('provider');
      else expect(each.error.code).to.be.oneOf(['refund_under_way', 'illegal_transition']);
    await world.clock.advance('PT2H');
    expect(await refund()).to.include({ status: 'done' });
    expect(await refundsAtProvider(id)).to.have.length(1);
  });
});
