import type { ProvenFacts } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { apiWorld, type World } from '../api/world.ts';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { openPage, signedPaper } from '../papers.ts';

const WHY = 'Le véhicule est déjà assuré ailleurs.';

describe('a paid contract that cannot be certified, as its operator and its caller see it', function () {
  this.timeout(120_000);
  let world: World;
  let operator: OperatorCommand;

  before(async () => {
    world = await apiWorld();
    operator = operatorOn(world.sandbox.dataDir, world.sandbox.database);
  });
  after(() => world.stop());

  // Proves: cancelling-gives-back
  it('is cancelled: everything charged goes back, nothing is asked for any more, and it says so', async () => {
    const { quoteId, contract: before } = await world.insured({ policyHolderPhone: '0700000011' });
    const { id } = before;
    expect(before['cancelled']).to.equal(null);
    const facts = { contract: before, vehicle: before['vehicle'], certificate: null } as unknown as ProvenFacts;
    const paper = signedPaper(world.sandbox.dataDir, 'receipt', facts);
    const page = async () => (await openPage(new URL(paper, world.sandbox.service.url))).text;
    expect(await page()).to.not.include('Contrat annulé');

    const shown = await operator.json<{ cancelled: object }>('contract', 'cancel', id, '--why', WHY);
    // A paper that was made before says so from the next scan on.
    expect(await page()).to.include('Contrat annulé');
    const after = await world.contract(id);
    expect(after).to.include({ status: 'pending', certificateStatus: 'failed', certificate: null });
    expect(after['cancelled']).to.deep.equal({ at: after.updated, reason: WHY });
    expect(after.updated > before.updated).to.equal(true);
    expect(shown.cancelled).to.deep.equal(after['cancelled']);

    const { payment } = await world.stands(quoteId, (now) => now.payment?.refund?.status === 'done');
    expect([payment?.status, payment?.refund?.amount]).to.deep.equal(['succeeded', payment?.chargedAmount]);
    expect((await world.pay(quoteId)).body).to.include({ code: 'quote_already_paid' });
    expect(await operator.refusal('contract', 'cancel', id, '--why', WHY)).to.match(/cancelled.*contract show/);
    expect(await operator.refusal('certificate', 'retry', id)).to.match(/cancelled.*contract show/);
    expect(await operator.text('contract', 'show', id)).to.contain(WHY);
    await world.clock.advance('P1D');
    expect(await world.contract(id)).to.deep.equal(after);
    expect(await world.certificates(after.policyNumber)).to.deep.equal([]);
    expect(await world.operator.listedAs(id)).to.deep.equal([]);
  });

  // Proves: certificate-after-cancel
  it('is never attached a certificate that comes after it was cancelled', async () => {
    const { id } = (await world.insured({ policyHolderPhone: '0700000014' })).contract;
    await operator.json('contract', 'cancel', id, '--why', WHY);
    await world.clock.advance('PT10M');
    expect(await world.contract(id)).to.include({ certificateStatus: 'failed', certificate: null });
    expect(await world.operator.listedAs(id)).to.deep.equal(['certificate_after_cancel']);
    await operator.json('work', 'dismiss', id, '--why', 'the authority has withdrawn it');
    expect(await world.operator.listedAs(id)).to.deep.equal([]);
  });
});
