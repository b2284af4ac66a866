import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { SessionReadOut } from '../api/world.ts';
import { DOCUMENT, PAYERS, type Caller, type Journey } from './caller.ts';
import { inParallel } from './in-parallel.ts';
import { findBrokenChains, findForbiddenRows, type Query } from './stored-laws.ts';

interface Bought {
  readonly session_id: string;
  readonly charged: number;
  readonly policy: string;
  readonly certificate: string | null;
}

/** Checks a world at rest, with a caller for each company: all money is insured or refunded, nothing is duplicated. */
export const judgeWorld = async (query: Query, callers: readonly Caller[], journeys: readonly Journey[]) => {
  const [caller] = callers;
  if (!caller) throw new Error('there is no caller');
  const bought = await query<Bought>(BOUGHT);
  const verdict = judgeMoney(await caller.sessionsOf(), bought, journeys);
  expect(
    (await caller.certificatesOf()).map((each) => `${each.numero_attestation} of ${each.numero_police}`),
    'certificates at the authority',
  ).to.have.members(bought.map(({ policy, certificate }) => `${certificate} of ${policy}`));
  // The wallet in the books is the amount that the provider has collected and not refunded, before its fees.
  expect(await query(BOOKS), 'books').to.deep.equal([{ wallet: verdict.collected - verdict.givenBack, all: 0 }]);
  expect(await findBrokenChains(query), 'histories with gaps').to.deep.equal([]);
  expect(await findForbiddenRows(query), 'rows that break a rule').to.deep.equal([]);
  await inParallel(journeys, 8, (journey) => judgeJourney(callers[journey.company] ?? caller, journey));
  return verdict;
};

/** Each confirmed payment has its contract or was refunded once and completely; nothing else was paid or refunded. */
const judgeMoney = (sessions: readonly SessionReadOut[], bought: readonly Bought[], journeys: readonly Journey[]) => {
  const charges = new Map(bought.map((each) => [each.session_id, Number(each.charged)]));
  expect(charges.size, 'contracts that share a session').to.equal(bought.length);
  const paid = sessions.filter(({ payment_status }) => payment_status === 'succeeded');
  const wrong = sessions.flatMap(({ id, client_reference, amount, payment_status, refunds }) => {
    const given = refunds.map((refund) => Number(refund.amount));
    const charge = charges.get(id);
    const isRight =
      payment_status !== 'succeeded'
        ? charge === undefined && given.length === 0
        : charge === undefined
          ? given.length === 1 && given[0] === Number(amount)
          : charge === Number(amount) && given.length === 0;
    return isRight ? [] : [{ payment: client_reference, id, amount, payment_status, charge, given }];
  });
  expect(wrong, 'unexplained money at the provider').to.deep.equal([]);
  expect(paid.map((each) => each.client_reference)).to.have.members(journeys.map(({ paymentId }) => paymentId));
  return {
    paid: paid.length,
    contracts: bought.length,
    refunds: paid.filter(({ refunds }) => refunds.length > 0).length,
    collected: sumOf(paid),
    givenBack: sumOf(paid.flatMap(({ refunds }) => refunds)),
  };
};

const sumOf = (amounts: readonly { readonly amount: string }[]): number =>
  amounts.reduce((total, { amount }) => total + Number(amount), 0);

const isRefunded = ({ payer }: Pick<Journey, 'payer'>): boolean => payer !== PAYERS.ordinary;

const judgeJourney = async (caller: Caller, journey: Journey): Promise<void> => {
  const { plate, vehicleId, quoteId, paymentId, payer, uploaded } = journey;
  expect(await caller.read<object>(`/vehicle/${vehicleId}`)).to.include({
    ...{ id: vehicleId, licencePlate: plate },
    hasRegistrationDocument: uploaded,
  });
  const { payment, contractId } = await caller.standing(quoteId);
  if (isRefunded(journey)) expect(contractId, `contract paid by ${payer}`).to.equal(null);
  expect([payment?.id, payment?.status], `payment of ${plate}, paid by ${payer}`).to.deep.equal([
    paymentId,
    contractId === null ? 'failed' : 'succeeded',
  ]);
  const sessions = await caller.sessionsOf(paymentId);
  const paid = sessions.filter(({ payment_status }) => payment_status === 'succeeded');
  expect(paid.map(({ refunds }) => refunds.length)).to.deep.equal([contractId === null ? 1 : 0]);
  const contracts = await caller.contractsOf(vehicleId);
  expect(contracts.map(({ id }) => id)).to.deep.equal(contractId === null ? [] : [contractId]);
  for (const { certificateStatus, policyNumber, documents } of contracts) {
    expect(certificateStatus).to.equal('issued');
    expect(await caller.certificatesOf(policyNumber)).to.have.length(1);
    const begins = Object.entries(documents).map(async ([name, link]) => [name, await firstBytes(link ?? '')]);
    expect(Object.fromEntries(await Promise.all(begins))).to.deep.equal(FIRST_BYTES);
  }
};

/** Waits until a journey is insured or refunded, and checks that it has one session and one payment under its key. */
export const judgeOutcome = async (caller: Caller, journey: Journey): Promise<void> => {
  const { quoteId, payer, key, paymentId } = journey;
  await (isRefunded(journey) ? caller.refunded : caller.insured)(quoteId);
  await judgeJourney(caller, journey);
  expect(await caller.sessionsOf(paymentId)).to.have.length(1);
  if (key !== undefined) expect((await caller.openPayment(quoteId, payer, key)).id).to.equal(paymentId);
};

const FIRST_BYTES = { certificateImageUrl: '\u0089PNG', contractDocumentUrl: '%PDF' };

export const judgeUploads = async (
  query: Query,
  journeys: readonly Journey[],
  link: (key: string) => Promise<string>,
): Promise<void> => {
  const kept = await query<{ id: string; key: string }>(
    'select id, registration_document as key from vehicle where registration_document is not null',
  );
  expect(kept.map(({ id }) => id)).to.have.members(
    journeys.filter(({ uploaded }) => uploaded).map(({ vehicleId }) => vehicleId),
  );
  expect(new Set(kept.map(({ key }) => key)).size).to.equal(kept.length);
  await inParallel(kept, 8, async ({ key }) => {
    expect(await firstBytes(await link(key))).to.equal(DOCUMENT.slice(0, 4));
  });
};

/** The first bytes of a document; retries if the bucket is busy. */
const firstBytes = async (link: string): Promise<string> => {
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(link).catch(() => undefined);
    if (answer?.ok) return Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 4);
    if (tries === 50) throw new Error(`${link} does not open: ${answer?.status}`);
    await pause(100);
  }
};

const BOUGHT = `select session_id, (amount + fees)::int as charged, policy_number as policy,
    certificate->>'certificateNumber' as certificate
  from contract join payment on payment.company_id = contract.company_id and payment.id = contract.payment_id
    left join certificate_request on certificate_request.company_id = contract.company_id
      and certificate_request.contract_id = contract.id`;

const BOOKS = `select coalesce(sum(amount) filter (where account = 'wallet'), 0)::int as wallet,
    coalesce(sum(amount), 0)::int as all
  from posting join entry on entry.company_id = posting.company_id and entry.id = posting.entry_id
  where entry.cause not like 'merchant_fee%'`;
