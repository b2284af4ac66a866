import {
  ABIDJAN,
  dateOf,
  later,
  Ok,
  type Change,
  type Instant,
  type Job,
  type Quote,
  type WorkKind,
} from '@vehicle-insurance/core';
import type { World } from './world.ts';

const JOB_OF = {
  payments: 'payments',
  refunds: 'payments',
  notices: 'payments',
  certificates: 'certificates',
  documents: 'documents',
} as const satisfies Partial<Record<WorkKind, Job>>;
type Kind = keyof typeof JOB_OF;

/** Rounds of due work after which nothing may be left to do. */
const MAX_ROUNDS = 100;

/** Minutes the clock leaps at least from one round to the next: whoever looks late must find the same. */
const leapOf = (round: number): number => (round < 3 ? 0 : round < 8 ? 20 : 300);

/** Ends the trouble and lets time pass until nothing is due any more; then judges what has come of it all. */
export const rest = async (it: World, checkStep: () => Promise<void>): Promise<void> => {
  const fresh = await it.recover();
  let due = await dueWork(it);
  for (let round = 0; due.length > 0; round += 1) {
    if (round === MAX_ROUNDS) return it.book.broke('it never comes to rest');
    const leap = later(it.clock.now(), { minutes: leapOf(round) });
    const next = due.reduce((first, { at }) => (at < first ? at : first), due[0]?.at ?? leap);
    it.clock.moveTo(next > leap ? next : leap);
    const now = due.filter(({ at }) => at <= it.clock.now());
    for (const job of new Set(now.map(({ kind }) => JOB_OF[kind]))) await fresh.run(job);
    await fresh.retryAll();
    due = await dueWork(it);
  }
  await fresh.run('days');
  await it.store.endLeases();
  if ((await dueWork(it)).length > 0) it.book.broke('something was left in the hands of a worker');
  await checkStep();
  await checkRule(it);
  await payAnew(it, fresh.pay);
};

/** A quote nobody has paid for can be paid again, whatever has become of the attempts before. */
const payAnew = async ({ book, store, quotes, clock }: World, pay: (quote: Quote) => Promise<void>): Promise<void> => {
  for (const quote of quotes) {
    const before = await store.quoteQueries.status(quote.companyId, quote.id);
    if (before?.contractId !== null || dateOf(clock.now(), ABIDJAN) > quote.startDate) continue;
    await pay(quote);
    const after = await store.quoteQueries.status(quote.companyId, quote.id);
    if (after?.status !== 'payment_pending') book.broke('a quote nobody has paid for cannot be paid again');
  }
};

/** The kinds of work that something waits for, and when the first piece of each is due. */
const dueWork = async ({ store }: World): Promise<readonly { readonly kind: Kind; readonly at: Instant }[]> => {
  const found = [];
  for (const kind of Object.keys(JOB_OF) as Kind[]) {
    const at = await store.dueWork.next(kind);
    if (at !== undefined) found.push({ kind, at });
  }
  return found;
};

const checkRule = async (it: World): Promise<void> => {
  const { book, company, provider, store, overstayed } = it;
  const kept = (
    await store.unitOfWork.run(async ({ payments, refunds }) =>
      Ok({
        payments: await Promise.all([...book.payments.keys()].map((id) => payments.find(company.id, id))),
        refunds: await Promise.all([...book.refunds.values()].map(({ id }) => refunds.find(company.id, id))),
      }),
    )
  ).unwrap();
  const payments = kept.payments.filter((payment) => payment !== undefined);
  const refunds = kept.refunds.filter((refund) => refund !== undefined);
  const contracts = (await store.contractQueries.page(company.id, {}, { page: 1, limit: 100 })).data;

  for (const payment of payments) {
    if (payment.status === 'opening' || payment.status === 'pending')
      book.broke(`a payment is still ${payment.status}`);
    const bought = contracts.filter(({ contract }) => contract.paymentId === payment.id);
    if (bought.length !== (payment.status === 'succeeded' ? 1 : 0))
      book.broke(`a payment that is ${payment.status} has ${bought.length} contracts`);
    judgeHistory(it, (await store.paymentQueries.find(payment.id))?.history ?? [], payment.id, payment.status);
  }
  for (const { sessionId } of refunds)
    if (!provider.sessions().some(({ id }) => id === sessionId)) book.broke('there is a refund of no session');
  for (const { id, state, amount, completed, refunds: times } of provider.sessions()) {
    const payment = payments.find(({ session, status }) => session?.id === id && status === 'succeeded');
    const back = refunds.filter(({ sessionId }) => sessionId === id);
    const byHand = book.transferred.has(id) ? 1 : 0;
    if (payment && it.tellsTimes && payment.completed !== completed) book.broke('a payment is dated by a guess');
    if (payment && amount !== payment.amount + payment.fees) book.broke('another amount bought a contract');
    const isCancelled = contracts.some(({ contract }) => contract.paymentId === payment?.id && contract.cancelled);
    const bought = payment && !isCancelled ? 1 : 0;
    if (bought + back.length !== (state === 'paid' ? 1 : 0))
      book.broke(`${id} is ${state}: bought ${bought}, given back ${back.length}`);
    for (const { status, amount: returned } of back) {
      if (status === 'due') book.broke('a refund is still due');
      if (status === 'done' && times + byHand === 0) book.broke('a refund is done, and the payer has nothing');
      if (times + byHand > 1 && !overstayed()) book.broke('the payer has been given the money back twice');
      if (!provider.capabilities.refund && status !== 'manual' && byHand === 0)
        book.broke('nobody was told to give money back');
      if (returned !== amount) book.broke('another amount was given back than was paid');
    }
    if (times > 0 && back.length === 0) book.broke('money was given back that was owed to nobody');
  }
  judgeContracts(it, contracts);
};

const judgeContracts = (
  { book, authority, requests, overstayed, quotes }: World,
  contracts: Awaited<ReturnType<World['store']['contractQueries']['page']>>['data'],
): void => {
  const ordinals = contracts.map(({ contract }) => contract.ordinal).sort((a, b) => a - b);
  if (ordinals.some((ordinal, index) => ordinal !== index + 1)) book.broke(`contracts are numbered ${ordinals.join()}`);
  const distinct = (values: readonly string[]) => new Set(values).size === values.length;
  if (!distinct(contracts.map(({ contract }) => contract.policyNumber))) book.broke('a policy number was given twice');
  if (!distinct(contracts.map(({ quote }) => quote.id)) || contracts.length > quotes.length)
    book.broke('a quote has two contracts');

  for (const { contract, certificateRequest } of contracts) {
    const held = authority.held().find(({ application }) => application.policyNumber === contract.policyNumber);
    if (contract.cancelled) {
      const { status, certificate, concern, due } = certificateRequest;
      if (status !== 'failed' || certificate || due) book.broke('a cancelled contract is not at its end');
      if (contract.status !== 'pending') book.broke(`a cancelled contract is ${contract.status}`);
      if (!overstayed() && (held !== undefined) !== (concern?.kind === 'certificate_after_cancel'))
        book.broke('a certificate of a cancelled contract is overlooked, or made up');
      continue;
    }
    if (certificateRequest.status !== 'issued') book.broke(`a certificate is still ${certificateRequest.status}`);
    if (certificateRequest.certificate?.certificateNumber !== held?.certificate.certificateNumber)
      book.broke('a contract has another certificate than the authority');
    if (Object.values(contract.documents).includes(null)) book.broke('a document is missing');
  }
  if (!overstayed() && requests.some(({ wasHeld }) => wasHeld))
    book.broke('a certificate was asked for that the authority had made before');
};

const judgeHistory = ({ book }: World, history: readonly Change[], id: string, status: string): void => {
  const lines = history.filter((line) => line.what === 'payment' && line.id === id);
  const isChain = lines.every(({ from }, index) => from === (lines[index - 1]?.to ?? null));
  if (!isChain || lines.at(-1)?.to !== status) book.broke('a history does not tell how its payment came to be');
};
