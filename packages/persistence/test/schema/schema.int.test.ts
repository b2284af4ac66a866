import {
  certificateMachine,
  contractMachine,
  DURATIONS,
  ENERGIES,
  ENVIRONMENTS,
  HISTORIES,
  JOBS,
  LIVE_STATES,
  paymentMachine,
  refundMachine,
  statesOf,
  USAGES,
  VEHICLE_TYPES,
} from '@vehicle-insurance/core';
import { DATABASE_ENVIRONMENTS } from '@vehicle-insurance/persistence';
import {
  aDifference,
  anotherQuote,
  AN_ENTRY,
  aPayment,
  aRefund,
  inUnit,
  storedContract,
  storedPayment,
  storedQuote,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { failureOf, storeForCases } from '../test-store.ts';

describe('the schema', () => {
  const test = storeForCases();

  const valuesIn = async (catalogueQuery: string): Promise<readonly string[]> => {
    const [row] = await test.sql(catalogueQuery);
    return [...String(row?.['definition']).matchAll(/'([^']+)'|\b\d+\b/g)].map(([number, text]) => text ?? number);
  };
  const allowedBy = (constraint: string): Promise<readonly string[]> =>
    valuesIn(`select pg_get_constraintdef(oid) as definition from pg_constraint where conname = '${constraint}'`);

  for (const [constraint, values] of Object.entries({
    payment_status: statesOf(paymentMachine),
    refund_status: statesOf(refundMachine),
    contract_status: statesOf(contractMachine),
    certificate_request_status: statesOf(certificateMachine),
    vehicle_type_check: VEHICLE_TYPES,
    vehicle_energy_check: ENERGIES,
    quote_usage_check: USAGES,
    quote_duration_check: DURATIONS.map(String),
    api_key_environment_check: ENVIRONMENTS,
    database_environment_name_check: DATABASE_ENVIRONMENTS,
    job_run_job_check: [...JOBS, 'backup'],
    change_what_check: HISTORIES,
  }))
    it(`allows in ${constraint} exactly the values of the core`, async () => {
      expect(await allowedBy(constraint)).to.have.members([...values]);
    });

  // Proves: one-live-payment-constraint
  it('lets a quote have only one payment in a live state, as the core defines it', async () => {
    const live = await valuesIn(`select pg_get_expr(indpred, indrelid) as definition from pg_index
      where indexrelid = 'payment_live'::regclass and indisunique`);
    expect(live).to.have.members([...LIVE_STATES]);
  });

  it('begins the primary key of every company’s table with the company', async () => {
    const rows = await test.sql(`
      select c.relname as table,
        (select attname from pg_attribute where attrelid = c.oid and attnum = i.indkey[0]) as first
      from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relname in ('company_counter', 'vehicle', 'quote', 'payment', 'refund', 'contract',
        'list_count', 'contract_ending', 'certificate_request', 'change', 'pending_upload', 'idempotency_key', 'entry', 'posting')`);
    expect(rows).to.have.length(14);
    expect(rows.map(({ first }) => first)).to.deep.equal(rows.map(() => 'company_id'));
  });

  describe('refuses', () => {
    before(async () => {
      const { unitOfWork } = test.store;
      const { quote } = await storedQuote(unitOfWork);
      await storedContract(unitOfWork, await storedQuote(unitOfWork));
      const { companyId, id: paymentId } = await storedPayment(unitOfWork, quote, aPayment());
      await inUnit(unitOfWork, async ({ refunds, statements }) => {
        await refunds.add(aRefund({ companyId, paymentId }), AN_ENTRY);
        await statements.put(aDifference({ companyId, paymentId }));
      });
    });

    const noSession = 'session_id = null, session_url = null, session_expires = null';
    for (const [constraint, [what, change]] of Object.entries({
      payment_is_due: ['a pending payment that is never due', 'payment set due_at = null'],
      payment_has_session: ['a pending payment without a session', `payment set ${noSession}`],
      payment_failure_reason: ['a failed payment without reason', `payment set status = 'failed', completed = created`],
      payment_completed: ['a success without its time', `payment set status = 'succeeded', completed = null`],
      refund_is_made: ['a refund due without a next attempt', 'refund set due_at = null'],
      refund_completed: ['a refund done without its time', `refund set status = 'done'`],
      certificate_request_issued: ['a certificate without its links', `certificate_request set status = 'issued'`],
      contract_days: ['a contract that ends before it starts', 'contract set end_date = start_date - 1'],
      contract_cancelled: ['a cancellation without its time', `contract set cancelled_reason = 'r'`],
      statement_difference_explained: ['an empty explanation', `statement_difference set status = 'explained'`],
    } as const))
      it(what, async () => {
        expect(await failureOf(test.sql(`update ${change}`))).to.include({ constraint });
      });

    it('a pending certificate request without a next attempt, unless it waits for an operator', async () => {
      const change = (values: string) => test.sql(`update certificate_request set due_at = null, ${values}`);
      const constraint = 'certificate_request_is_made';
      const concern = (kind: string) => `concern = '${kind}', concern_why = '{}', concern_since = now()`;
      for (const waiting of [`status = 'pending'`, concern('credentials_refused')])
        expect(await failureOf(change(waiting)), waiting).to.include({ constraint });
      await change(concern('certificate_not_ours'));
    });
  });

  // Proves: company-sees-its-own-only
  it('refuses a quote for the vehicle of another company, without exposing the row in the error', async () => {
    const { unitOfWork } = test.store;
    const [own, other] = [await storedQuote(unitOfWork), await storedQuote(unitOfWork)];
    const refused = await failureOf(anotherQuote(unitOfWork, own.company, other.vehicle));
    expect(refused).to.include({ code: '23503', detail: undefined });
  });
});
