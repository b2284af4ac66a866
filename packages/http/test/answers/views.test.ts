import { EVENT_TYPES, type Coverage, type LineKind } from '@vehicle-insurance/core';
import {
  aCancellation,
  aCertificate,
  aContract,
  aCertificateRequest,
  aPaidPayment,
  aPayment,
  aPricedCoverage,
  aQuote,
  aRefund,
  at,
  aVehicle,
  day,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { contractView } from '../../src/views/contract.ts';
import { coverageView, quotedCoverageView } from '../../src/views/coverage.ts';
import { eventListView } from '../../src/views/event.ts';
import { paymentView } from '../../src/views/payment.ts';
import { quoteTermsView, quoteView } from '../../src/views/quote.ts';
import { vehicleView } from '../../src/views/vehicle.ts';

const picked = <Name extends string>(from: Readonly<Record<Name, unknown>>, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

const onDay = (day: number) => at(`2026-02-0${day}T08:00:00Z`);
const [FIRST, SECOND, THIRD] = [onDay(1), onDay(2), onDay(3)];

// Within an object, no two fields have the same value.
describe('a response', () => {
  const vehicle = aVehicle({ externalId: 'FLEET-1', registrationDocument: 'a/key' });
  const { coverage } = aPricedCoverage({ order: null });
  const lines = (['component', 'adjustment', 'fee', 'tax', 'levy'] satisfies LineKind[]).map((kind, index) => ({
    ...{ kind, code: kind, label: `A ${kind}`, amount: 2 ** index, basis: null },
  }));
  const policyholder = { name: 'Awa Koné', phone: null };
  const quote = aQuote({ coverage, policyholder, premium: { amount: 31, lines } });
  const ended = aPaidPayment({ failureReason: 'expired', created: FIRST, completed: SECOND });

  it('shows each field of a vehicle under its public name', () => {
    const { licencePlate, originalValue, marketValue, seats } = vehicle;
    expect(vehicleView(vehicle)).to.deep.equal({
      ...picked(vehicle, 'id', 'externalId', 'type', 'brand', 'model', 'year', 'firstRoadDate', 'energy', 'power'),
      ...{ licencePlate, carOriginalValue: originalValue, carMarketValue: marketValue, noSeat: seats },
      ...{ hasRegistrationDocument: true, created: vehicle.created },
    });
    expect(vehicleView({ ...vehicle, registrationDocument: null }).hasRegistrationDocument).to.equal(false);
  });

  // Proves: papers-stay-out-of-responses
  it('shows a coverage without the texts for papers, both in the list of coverages and in a quote', () => {
    const properties = coverage.properties.map((each) => ({ ...each, limit: '1 000 000 FCFA', deductible: '10 %' }));
    const full: Coverage = { ...coverage, properties, insurer: 'golfe', conditions: 'motor' };
    const quoted = { ...picked(coverage, 'id', 'name', 'description'), order: null, properties: coverage.properties };
    expect(quotedCoverageView(full)).to.deep.equal(quoted);
    expect(coverageView(full)).to.deep.equal({ ...quoted, vehicleType: 'auto' });
  });

  it('shows a quote with its terms and the kind of each line of its premium', () => {
    const terms = {
      ...picked(quote, 'id', 'duration', 'usage', 'startDate'),
      ...{ amount: 31, policyHolderName: 'Awa Koné', policyHolderPhone: null, coverageId: coverage.id },
    };
    expect(quoteTermsView(quote)).to.deep.equal(terms);
    const kinds = ['net', 'net', 'fee', 'tax', 'levy'];
    expect(quoteView({ quote, vehicle, status: 'started', contractId: 'c1' })).to.deep.equal({
      ...{ ...terms, status: 'started', contractId: 'c1', created: quote.created },
      premiumLines: lines.map(({ label, amount }, index) => ({ kind: kinds[index], label, amount })),
      ...{ coverage: quotedCoverageView(coverage), vehicle: vehicleView(vehicle) },
    });
    // Lines that do not add up would explain another price.
    const imported = { ...quote, premium: { amount: 90_000, lines } };
    const { amount, premiumLines } = quoteView({ quote: imported, vehicle, status: 'started', contractId: 'c1' });
    expect([amount, premiumLines]).to.deep.equal([90_000, []]);
  });

  // Proves: payment-fields
  it('shows a payment with its own times and those of its refund', () => {
    const refund = aRefund({ status: 'done', amount: 7, created: SECOND, completed: THIRD });
    const shown = picked(ended, 'id', 'quoteId', 'status', 'amount', 'fees', 'failureReason', 'created', 'completed');
    expect(paymentView({ payment: ended, refund })).to.deep.equal({
      ...{ ...shown, chargedAmount: ended.amount + ended.fees, paymentUrl: null },
      refund: picked(refund, 'status', 'amount', 'created', 'completed'),
    });
    const pending = aPayment();
    const open = { status: 'pending', completed: null, refund: null, paymentUrl: pending.session?.url };
    expect(paymentView({ payment: pending, refund: null })).to.include(open);
  });

  it('shows a contract with its certificate, its quote and the links to its documents', () => {
    const refund = { amount: 57_719, lines: [50_410, 0, 7_309], fees: 0 };
    const cancelled = aCancellation({ at: THIRD, code: 'sale', lastDay: day('2027-02-01'), refund });
    const contract = aContract({
      ...{ startDate: day('2026-02-02'), endDate: day('2027-02-01'), created: FIRST, updated: SECOND, cancelled },
    });
    const certificate = aCertificate();
    const certificateRequest = aCertificateRequest({ status: 'issued', certificate });
    const links = { certificateImageUrl: 'https://a.example/1', contractDocumentUrl: null };
    const details = { contract, certificateRequest, quote, vehicle, links, refundStatus: 'manual' } as const;
    expect(contractView(details)).to.deep.equal({
      ...picked(contract, 'id', 'status', 'policyNumber', 'startDate', 'endDate', 'paymentId', 'created', 'updated'),
      ...{ certificateStatus: 'issued', certificate, documents: links },
      cancelled: {
        ...picked(cancelled, 'at', 'code', 'reason', 'lastDay'),
        refund: { amount: 57_719, status: 'manual' },
      },
      ...{ quote: quoteTermsView(quote), vehicle: vehicleView(vehicle) },
    });
  });

  it('shows an event of any type with the id of the object that its reader has to read', () => {
    const events = EVENT_TYPES.map((type, index) => ({ position: index + 1, type, at: FIRST, subjectId: 'subject' }));
    const quoteOf = (type: string) => (type.startsWith('payment.') ? 'its quote' : null);
    const data = events.map((event) => ({ ...event, quoteId: quoteOf(event.type) }));
    const none = { vehicleId: null, quoteId: null, paymentId: null, contractId: null };
    expect(eventListView({ data, next: 19, newest: 57 })).to.deep.equal({
      data: events.map(({ subjectId, ...event }) => ({
        ...{ ...event, ...none, ...(quoteOf(event.type) !== null && { quoteId: quoteOf(event.type) }) },
        [`${/^(?:vehicle|quote|payment)/.exec(event.type)?.[0] ?? 'contract'}Id`]: subjectId,
      })),
      ...{ next: 19, newest: 57 },
    });
  });
});
