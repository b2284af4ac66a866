import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { ContractBody } from '../processes/caller.ts';
import { callerIn, DOCUMENT, type CarefulCaller, type Journey } from './careful-caller.ts';
import { inParallel } from './in-parallel.ts';
import type { SessionSeen } from './outside.ts';
import type { Rest } from './rest.ts';
import type { World } from './world.ts';

/** What the judge found, in numbers. */
export interface Verdict {
  readonly paid: number;
  readonly contracts: number;
  readonly refunds: number;
  readonly collected: number;
  readonly givenBack: number;
}

interface Bought {
  readonly payment_id: string;
  readonly session_id: string;
  readonly charged: number;
  readonly policy_number: string;
}

/**
 * Judges from outside, by what the provider, the authority and the tables say, whether everything a caller was told
 * holds and nobody was charged, insured or paid back twice.
 */
export const judge = async (
  world: World,
  companies: readonly CarefulCaller[],
  journeys: readonly Journey[],
  rest: Rest,
): Promise<Verdict> => {
  expect(rest.left, 'due or leased for ever').to.deep.equal([]);
  expect(rest.actionItems, 'on the operator’s list').to.deep.equal([]);
  const undocumented = companies.flatMap((caller) => caller.told().undocumented);
  expect(undocumented.join('\n'), 'answers that are not documented').to.equal('');
  const bought = await world.query<Bought>(BOUGHT);
  const verdict = judgeMoney(await world.outside.sessions(), bought, journeys);
  await judgeCertificates(world);
  await judgeBooks(world, verdict);
  expect(await world.query(BROKEN_CHAINS), 'histories that are no chain').to.deep.equal([]);
  const [beginnings] = await world.query<{ sandboxes: number; migrated: boolean }>(BEGINNINGS);
  expect(beginnings).to.deep.equal({ sandboxes: 1, migrated: true });
  await inParallel(journeys, 8, (journey) => judgeJourney(callerIn(companies, journey.company), journey, bought));
  await judgeUploads(world, journeys, rest);
  return verdict;
};

/**
 * Each payment that was confirmed has its contract or went back, whole and once; nothing else was paid or went back.
 */
const judgeMoney = (
  sessions: readonly SessionSeen[],
  bought: readonly Bought[],
  journeys: readonly Journey[],
): Verdict => {
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
  expect(wrong, 'money at the provider that is not accounted for').to.deep.equal([]);
  expect(paid.map((each) => each.client_reference)).to.have.members(journeys.map(({ paymentId }) => paymentId));
  return {
    paid: paid.length,
    contracts: bought.length,
    refunds: paid.filter(({ refunds }) => refunds.length > 0).length,
    collected: paid.reduce((total, { amount }) => total + Number(amount), 0),
    givenBack: paid.reduce((total, { refunds }) => total + sumOf(refunds.map(({ amount }) => Number(amount))), 0),
  };
};

const sumOf = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** Each contract has the certificate that the authority made for its policy, and that is all it made. */
const judgeCertificates = async (world: World): Promise<void> => {
  const kept = await world.query<{ policy: string; number: string }>(
    `select policy_number as policy, certificate->>'certificateNumber' as number
     from contract left join certificate_request on certificate_request.company_id = contract.company_id
       and certificate_request.contract_id = contract.id`,
  );
  const made = await world.outside.certificates();
  expect(
    made.map(({ numero_police, numero_attestation }) => `${numero_attestation} of ${numero_police}`),
    'certificates at the authority',
  ).to.have.members(kept.map(({ policy, number }) => `${number} of ${policy}`));
};

/**
 * The wallet in the books holds what the provider has collected and not refunded, before its fees, and all accounts
 * add up to zero.
 */
const judgeBooks = async (world: World, { collected, givenBack }: Verdict): Promise<void> => {
  const [books] = await world.query<{ wallet: number; all: number }>(
    `select coalesce(sum(amount) filter (where account = 'wallet'), 0)::int as wallet, coalesce(sum(amount), 0)::int as all
     from posting join entry on entry.company_id = posting.company_id and entry.id = posting.entry_id
     where entry.cause not like 'merchant_fee%'`,
  );
  expect(books, 'books').to.deep.equal({ wallet: collected - givenBack, all: 0 });
};

const judgeJourney = async (
  { read, standing }: CarefulCaller,
  { plate, vehicleId, quoteId, paymentId, payer, uploaded }: Journey,
  bought: readonly Bought[],
): Promise<void> => {
  expect(await read<object>(`/vehicle/${vehicleId}`)).to.include({
    ...{ id: vehicleId, licencePlate: plate },
    hasRegistrationDocument: uploaded,
  });
  const { data } = await read<{ data: readonly ContractBody[] }>(`/contract?vehicleId=${vehicleId}`);
  const { payment, contractId } = await standing(quoteId);
  expect(payment?.id, `payment of ${plate}, paid by ${payer}`).to.equal(paymentId);
  const own = bought.filter(({ payment_id }) => payment_id === paymentId);
  expect(payment?.status).to.equal(own.length === 1 ? 'succeeded' : 'failed');
  expect(data.map(({ id, policyNumber }) => [id, policyNumber])).to.deep.equal(
    own.map(({ policy_number }) => [contractId, policy_number]),
  );
  for (const { certificateStatus, documents } of data) {
    expect(certificateStatus).to.equal('issued');
    const begins = Object.entries(documents).map(async ([name, link]) => [name, await firstBytes(link ?? '')]);
    expect(Object.fromEntries(await Promise.all(begins))).to.deep.equal(BEGINNINGS_OF_DOCUMENTS);
  }
};

/** What each document of a contract begins with. */
const BEGINNINGS_OF_DOCUMENTS = { certificateImageUrl: '\u0089PNG', contractDocumentUrl: '%PDF' };

/** Every vehicle that came with its document has it, and no two have the same. */
const judgeUploads = async (world: World, journeys: readonly Journey[], { link }: Rest): Promise<void> => {
  const kept = await world.query<{ id: string; key: string }>(
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

/** What a document begins with: a bucket that is busy is asked once more. */
const firstBytes = async (link: string): Promise<string> => {
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(link).catch(() => undefined);
    if (answer?.ok)
      return Buffer.from(await answer.arrayBuffer())
        .subarray(0, 4)
        .toString('latin1');
    if (tries === 50) throw new Error(`${link} does not open: ${answer?.status}`);
    await pause(100);
  }
};

const BOUGHT = `select payment.id as payment_id, session_id, (amount + fees)::int as charged, policy_number
  from contract join payment on payment.company_id = contract.company_id and payment.id = contract.payment_id`;

/** Each entry begins where the one before it ended, the first with nothing, and the last says how it stands now. */
export const BROKEN_CHAINS = `
  with standing as (
    select company_id, 'payment' as what, id, status from payment
    union all select company_id, 'refund', id, status from refund
    union all select company_id, 'contract', id, status from contract
    union all select company_id, 'certificate', contract_id, status from certificate_request
  ), chained as (
    select company_id, what, subject_id, number, from_status, to_status,
      lag(to_status) over history as before, lead(to_status) over history as after
    from change window history as (partition by company_id, what, subject_id order by number)
  )
  select standing.what, id, status, from_status, to_status, before
  from standing left join chained on chained.company_id = standing.company_id
    and chained.what = standing.what and chained.subject_id = standing.id
  where number is null or from_status is distinct from before or (after is null and to_status <> status)`;

const BEGINNINGS = `select (select count(*)::int from company where name not like 'Ailleurs%') as sandboxes,
  (select count(*) = count(distinct name) from migration) as migrated`;
