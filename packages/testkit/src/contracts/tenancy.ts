import { expect } from 'chai';
import { anApiKey } from '../builders/company.ts';
import { aPendingUpload } from '../builders/pending-upload.ts';
import { aPayment } from '../builders/payment.ts';
import { ENTRY, idsOf, minutesOn, storeCases } from './store-bench.ts';

const FIRST = { page: 1, limit: 20 };

/** A company can neither find, count nor change rows of another company, even with the right ids. */
export const tenancyContract = storeCases('Companies', {
  'find nothing of another company inside a unit of work, even under existing ids': async (store) => {
    const stored = await store.addQuote();
    const { contract, payment, quote, vehicle } = await store.addContract({}, stored);
    const { payment: failed, refund } = await store.addRefunded(
      aPayment({ status: 'failed', failureReason: 'expired', completed: minutesOn(0), due: null }),
    );
    const pending = aPendingUpload({ companyId: stored.company.id });
    await store.unit(({ pendingUploads }) => pendingUploads.add(pending));
    const { id: stranger } = await store.addCompany();
    const found = await store.unit(async (tx) => ({
      vehicle: await tx.vehicles.find(stranger, vehicle.id),
      plate: await tx.vehicles.withPlate(stranger, vehicle.licencePlate),
      quote: await tx.quotes.find(stranger, quote.id),
      lock: await tx.quotes.lock(stranger, quote.id),
      // Even after its owner has read the row in this unit of work, the other company does not find the row.
      read: (await tx.quotes.find(quote.companyId, quote.id)) && (await tx.quotes.find(stranger, quote.id)),
      payment: await tx.payments.find(stranger, payment.id),
      live: await tx.payments.live(stranger, quote.id),
      failed: await tx.payments.find(stranger, failed.id),
      refund: await tx.refunds.find(stranger, refund.id),
      contract: await tx.contracts.find(stranger, contract.id),
      request: await tx.certificateRequests.find(stranger, contract.id),
      pending: await tx.pendingUploads.find(stranger, pending.id),
      history: (await tx.history.of(stranger, [payment.id, contract.id])).at(0),
    }));
    expect(Object.values(found).filter((each) => each !== undefined)).to.deep.equal([]);
    expect(await store.unit(({ history }) => history.of(stored.company.id, [payment.id]))).to.not.deep.equal([]);
  },

  'see nothing of another company, even under existing ids': async (store) => {
    const { contract, quote, vehicle } = await store.addContract();
    const { id: stranger } = await store.addCompany();
    const shown = [
      await store.vehicleQueries.find(stranger, vehicle.id),
      await store.quoteQueries.find(stranger, quote.id),
      await store.quoteQueries.status(stranger, quote.id),
      await store.contractQueries.find(stranger, contract.id),
    ];
    expect(shown).to.deep.equal([undefined, undefined, undefined, undefined]);
    const filter = { licencePlate: vehicle.licencePlate };
    expect((await store.vehicleQueries.page(stranger, filter, FIRST)).total).to.equal(0);
    expect((await store.quoteQueries.page(stranger, { vehicleId: vehicle.id }, FIRST)).total).to.equal(0);
    expect((await store.contractQueries.page(stranger, { vehicleId: vehicle.id }, FIRST)).total).to.equal(0);
    const { data } = await store.quoteQueries.page(quote.companyId, { vehicleId: vehicle.id }, FIRST);
    expect(idsOf(data.map((each) => each.quote))).to.deep.equal([quote.id]);
  },

  'have their own counts of lists, and their own keys': async (store) => {
    const [one, other] = [await store.addCompany(), await store.addCompany()];
    const keys = [one, other].map(({ id: companyId }) => anApiKey({ companyId }));
    await store.unit(async ({ apiKeys }) => {
      for (const key of keys) await apiKeys.add(key, ENTRY);
    });
    const [key] = keys;
    expect(await store.unit(({ apiKeys }) => apiKeys.ofCompany(one.id))).to.deep.equal([key]);
    for (const companyId of [one.id, one.id, other.id]) await store.addVehicle(companyId);
    const totals = [one, other].map(async ({ id }) => (await store.vehicleQueries.page(id, {}, FIRST)).total);
    expect(await Promise.all(totals)).to.deep.equal([2, 1]);
    const { contract } = await store.addContract(
      {},
      await store.addQuoteFor({ company: other, vehicle: await store.addVehicle(other.id) }),
    );
    expect(contract.ordinal).to.equal(1);
    const next = ({ id }: { readonly id: string }) => store.unit(({ contracts }) => contracts.nextOrdinal(id));
    expect([(await next(one)).ordinal, (await next(other)).ordinal]).to.deep.equal([1, 2]);
  },
});
