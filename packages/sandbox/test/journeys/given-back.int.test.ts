import { recordRefund, unknown } from '@vehicle-insurance/core';
import { expect } from 'chai';
import type { ServiceDecorators } from '@vehicle-insurance/service';
import { openContext } from '@vehicle-insurance/operator';
import { operatorInfrastructure } from '../../src/operator-infrastructure.ts';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { journeysOn } from '../operator/operator-journey.ts';
import { eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

/** A payer whose provider reports another amount than was asked for: all of it goes back. */
const SHORT_PAYER = '0500000007';
const TRANSFER = ['--reference', 'VIR-2026-7', '--note', 'by bank transfer'];

interface Standing {
  readonly payment: { readonly refund: (Fields & { readonly status: string; readonly amount: number }) | null };
}

/** What becomes of the service's own requests to give money back: the operator's command sends its own. */
type Lost = 'the answer' | 'the request' | 'nothing';

describe('money that has to go back, where the service got no answer to its refund', function () {
  this.timeout(120_000);
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  let lost: Lost = 'the answer';

  const losing: ServiceDecorators = {
    mobileMoney: ([opening, ...others]) => [
      {
        ...opening,
        refund: async (id) => {
          if (lost === 'the request') return unknown('it was lost');
          const answer = await opening.refund(id);
          return lost === 'the answer' ? unknown('its answer was lost') : answer;
        },
      },
      ...others,
    ],
  };
  before(async () => {
    sandbox = await startSandbox({}, undefined, losing);
    operator = operatorOn(sandbox.dataDir, sandbox.database);
  });
  after(() => sandbox.stop());

  const refundsAtProvider = async (paymentId: string): Promise<readonly Fields[]> => {
    const { mobileMoney = '' } = sandbox.service.sandbox?.simulators ?? {};
    const found = await fetch(`${mobileMoney}/sandbox/sessions?client_reference=${paymentId}`);
    return ((await found.json()) as readonly { readonly refunds: readonly Fields[] }[])[0]?.refunds ?? [];
  };
  /** A payment whose refund was asked for once, in vain. */
  const owed = async (): Promise<{ readonly id: string; readonly standing: () => Promise<Standing> }> => {
    const caller = journeysOn(sandbox);
    const { body } = await caller.pay(await caller.quote('0700001234'), SHORT_PAYER);
    await fetch(`${body.paymentUrl}/confirm`, { method: 'POST' });
    const standing = async () => (await sandbox.call<Standing>('GET', `/quote/${body.quoteId}/status`)).body;
    await eventually(standing, ({ payment }) => payment.refund !== null);
    const trouble = async () => (await operator.json<{ refund: Fields }>('payment', 'show', body.id)).refund['trouble'];
    await eventually(trouble, (why) => why !== null);
    return { id: body.id, standing };
  };

  // Proves: refund-by-hand
  it('is not transferred once more: the command asks the provider, and reports that it has given the money back', async () => {
    lost = 'the answer';
    const { id, standing } = await owed();
    expect(await refundsAtProvider(id)).to.have.length(1);
    expect((await standing()).payment.refund).to.include({ status: 'due' });

    const told = await operator.text('payment', 'refunded', id, ...TRANSFER);
    expect(told).to.match(/^wave has given \d+ F CFA back itself.*Do not transfer.*VIR-2026-7.*ask for it back/);
    expect((await standing()).payment.refund).to.include({ status: 'done' });
    expect(await refundsAtProvider(id)).to.have.length(1);
    expect(await operator.text('payment', 'refunded', id, ...TRANSFER)).to.equal(told);
  });

  it('is given back by the repeated request where the first was lost, and the command reports that', async () => {
    lost = 'the request';
    const { id } = await owed();
    expect(await refundsAtProvider(id)).to.have.length(0);
    const shown = await operator.json<Fields>('payment', 'refunded', id, ...TRANSFER);
    expect(shown).to.deep.include({ givenBackBy: 'provider' });
    expect(await refundsAtProvider(id)).to.have.length(1);
  });

  // Proves: refund-by-hand
  it('is given back once when sweeps and operators ask at the same time, and every operator gets a true answer', async () => {
    lost = 'the request';
    const { id, standing } = await owed();
    lost = 'nothing';
    const context = await openContext(
      { DATA_DIR: sandbox.dataDir, LOG_LEVEL: 'silent', ...sandbox.database },
      'an operator',
      operatorInfrastructure,
    );
    try {
      const command = { paymentId: id, reference: 'VIR-7', note: 'by bank', by: 'an operator' };
      const [swept, ...recorded] = await Promise.all([
        journeysOn(sandbox).advance('PT1M'),
        ...Array.from({ length: 3 }, () => recordRefund(context.ports)(command)),
      ]);
      expect(swept.status).to.equal(200);
      for (const each of recorded)
        if (each.isOk()) expect(each.value.givenBackBy).to.equal('provider');
        else expect(each.error.code).to.be.oneOf(['refund_under_way', 'illegal_transition']);
    } finally {
      await context.close();
    }
    await journeysOn(sandbox).advance('PT2H');
    expect((await standing()).payment.refund).to.include({ status: 'done' });
    expect(await refundsAtProvider(id)).to.have.length(1);
  });
});
