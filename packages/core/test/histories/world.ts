import {
  cancelContract,
  ABIDJAN,
  closePayment,
  jobs,
  pausePayments,
  payQuote,
  receiveNotification,
  recordRefund,
  retryCertificate,
  StoreUnavailable,
  type ErrorReporter,
  type Job,
  type Quote,
  type RawNotification,
} from '@vehicle-insurance/core';
import {
  anotherQuote,
  clockAt,
  memoryDocuments,
  memoryStore,
  plainContractDocument,
  providersOf,
  sequentialIds,
  silentTrigger,
  storedQuote,
  storedVehicle,
  type StoreSubject,
} from '@vehicle-insurance/testkit';
import type { JobDependencies } from '../../src/use-cases/operations/jobs.ts';
import { START } from '../scenario.ts';
import { judgeAnswer } from './answers.ts';
import type { Event, History } from './history.ts';
import { journal } from './journal.ts';
import { outside } from './outside.ts';
import type { Plant } from './ports.ts';
import { beginProcess, type Process } from './process.ts';
import { settle, turns } from './turns.ts';

export type World = Awaited<ReturnType<typeof world>>;

/** Milliseconds of real time after which a worker's lease may have ended while it still works. */
const SHORTEST_LEASE = 30_000;

/** How many rounds of other work anything under way is given to end by itself. */
const MAX_ROUNDS = 20_000;

/** The ground of a history: the store it runs on, and how what is under way is waited for there. */
export interface Ground {
  /** A store that holds nothing yet, by whose leases `elapsed` milliseconds of real time have gone by. */
  readonly open: (elapsed: () => number) => StoreSubject | Promise<StoreSubject>;
  /** Resolves once nothing goes on by itself any more: every process waits for its turn, or for a lock. */
  readonly settle: () => Promise<void>;
}

/** The store in memory, which never waits for anything outside. */
const IN_MEMORY: Ground = { open: (elapsed) => memoryStore({ elapsed }), settle };

/** Two quotes of a company, two processes that serve and work, and everything outside. */
export const world = async (
  { life, payersPay, ...provided }: Omit<History, 'steps'>,
  plant: Plant,
  { open, settle }: Ground = IN_MEMORY,
) => {
  const clock = clockAt(START);
  const realTime = { now: 0 };
  const ids = sequentialIds();
  const store = await open(() => realTime.now);
  const book = journal(clock);
  const around = outside(clock, {
    ...provided,
    asked: book.asked,
    isTold: (sessionId) =>
      [...book.payments.values()].some(({ session }) => session?.id === sessionId && session.url !== null),
  });
  const documents = memoryDocuments({ clock });
  const queue = turns(realTime, settle);
  around.provider.liveFor(life);

  const below = plant({
    unitOfWork: store.unitOfWork,
    dueWork: store.dueWork,
    contractQueries: store.contractQueries,
    mobileMoney: around.money,
    certificateAuthority: around.certificateAuthority,
    documents,
    contractDocument: plainContractDocument(),
  });
  const errorReporter: ErrorReporter = {
    report: ({ what, cause }) => {
      if (!(cause instanceof StoreUnavailable)) book.broke(`${what}: ${String(cause)}`);
    },
  };
  const needsOf = ({
    ports: { mobileMoney, ...ports },
    pause,
  }: Process): Parameters<typeof payQuote>[0] & JobDependencies => ({
    ...store,
    ...ports,
    clock,
    ids,
    errorReporter,
    trigger: silentTrigger,
    zone: ABIDJAN,
    timer: { elapsed: () => realTime.now, pause },
    providers: providersOf(mobileMoney),
    fees: { basisPoints: 100, fixed: 0, minimum: 0, maximum: null, step: 1 },
    policyNumberFormat: 'VI-{company}-{year}-{ordinal:6}',
  });
  const start = (): Process => beginProcess(below, queue, book, realTime);
  const processes = [start(), start()];
  const processCalled = (index: number): Process => processes[index] ?? start();

  const first = await storedQuote(store.unitOfWork);
  const { company } = first;
  const other = await anotherQuote(store.unitOfWork, company, await storedVehicle(store.unitOfWork, company.id));
  const quotes: readonly Quote[] = [first.quote, other.quote];

  const answers = new Set<string>();
  const underWay = new Set<{ readonly process: Process; readonly since: number }>();
  let overstayed = false;
  /** Begins something in a process: it ends by itself, or with the process. */
  const begin = (process: Process, work: () => Promise<unknown>): void => {
    const one = { process, since: realTime.now };
    underWay.add(one);
    void work()
      .catch((cause: unknown) => {
        if (!(cause instanceof StoreUnavailable)) book.broke(`it threw: ${String(cause)}`);
      })
      .finally(() => underWay.delete(one));
  };
  const look = (): void => {
    for (const { process, since } of underWay)
      if (process.isAlive() && realTime.now - since >= SHORTEST_LEASE) overstayed = true;
  };

  const pay = async (process: Process, quote: Quote): Promise<void> => {
    const { id: quoteId, companyId } = quote;
    const asked = book.moment();
    const answer = await payQuote(needsOf(process))({ companyId, quoteId, phoneNumber: '+2250505060708' });
    answers.add(answer.isOk() ? 'opened' : answer.error.code);
    judgeAnswer(book, quote, asked, answer);
  };
  const receive = async (process: Process, notification: RawNotification, isGenuine: boolean): Promise<void> => {
    const received = await receiveNotification(needsOf(process))({
      ...notification,
      provider: around.provider.provider,
    });
    if (received.isOk() !== isGenuine) book.broke('a notification was taken for what it is not');
  };
  const retryAll = async (process: Process): Promise<void> => {
    for (const { contractId, status } of book.requests.values())
      if (status === 'failed')
        await retryCertificate(needsOf(process))({ contractId, why: 'it can be issued now', by: 'an operator' });
  };
  const cancelAll = async (process: Process): Promise<void> => {
    for (const { contractId } of book.requests.values())
      await cancelContract(needsOf(process))({ contractId, why: 'it cannot be insured', by: 'an operator' });
  };
  const closeAll = async (process: Process): Promise<void> => {
    for (const { id, status } of book.payments.values())
      if (status === 'pending')
        await closePayment({ ...store, ...needsOf(process) })({
          paymentId: id,
          why: 'the provider is gone',
          by: 'an operator',
        });
  };
  const giveBackByHand = async (process: Process): Promise<void> => {
    for (const { paymentId, status } of book.refunds.values())
      if (status !== 'done')
        await recordRefund({ ...store, ...needsOf(process) })({
          paymentId,
          reference: 'VIR-7',
          note: 'by bank',
          by: 'an operator',
        });
  };
  const pause = (paused: boolean): Promise<unknown> =>
    pausePayments({ ...store, clock })({ paused, why: 'maintenance', by: 'an operator' });

  const happen = async (event: Event): Promise<void> => {
    const { provider, authority } = around;
    switch (event.is) {
      case 'pay': {
        const quote = quotes[event.quote] ?? first.quote;
        for (let n = 0; n < event.keyLookup; n += 1) {
          const process = processCalled((event.process + n) % 2);
          begin(process, () => pay(process, quote));
        }
        return;
      }
      case 'payer':
        return around.act(event.session, event.act);
      case 'opening':
        return around.script(event.script);
      case 'lost':
        return around.lose(event.of, event.what);
      case 'late opening arrives':
        return around.arrive();
      case 'notice': {
        const process = processCalled(event.process);
        const notification = around.notification(event.which);
        if (notification)
          for (let n = 0; n < event.times; n += 1) begin(process, () => receive(process, notification, true));
        return;
      }
      case 'forged notice': {
        const process = processCalled(event.process);
        return begin(process, () => receive(process, around.forged(), false));
      }
      case 'job': {
        const process = processCalled(event.process);
        return begin(process, jobs(needsOf(process))[event.job]);
      }
      case 'provider':
        if ('expires' in event) return provider.allow({ expire: event.expires });
        if ('refunds' in event) return around.refunding(event.refunds);
        if (event.state === 'silent') return provider.fallSilent();
        if (event.state === 'speaking') return provider.speakAgain();
        if (event.state === 'not accepting') return provider.accept(false);
        provider.accept(true);
        return around.lag(event.state === 'lagging');
      case 'authority':
        if (event.state === 'silent') return authority.fallSilent();
        if (event.state === 'speaking') return authority.speakAgain();
        if (event.state === 'no look-up') return authority.offerLookUp(false);
        return authority.refuseAll(event.state === 'refusing');
      case 'request':
        return authority.scriptNextRequests(event.script);
      case 'documents':
        return event.broken ? documents.break() : documents.repair();
      case 'operator': {
        const process = processCalled(event.process);
        if (event.does === 'retry') return begin(process, () => retryAll(process));
        if (event.does === 'cancel') return begin(process, () => cancelAll(process));
        if (event.does === 'close') return begin(process, () => closeAll(process));
        if (event.does === 'give back') return begin(process, () => giveBackByHand(process));
        return begin(process, () => pause(event.does === 'pause'));
      }
      case 'time':
        if (event.of !== 'leases') clock.advance({ seconds: event.seconds });
        if (event.of !== 'business') realTime.now += event.seconds * 1000;
        return look();
      case 'death':
        processCalled(event.process).die();
        processes[event.process] = start();
        return;
      case 'store lost':
        return processCalled(event.process).loseStore(event.kept);
    }
  };

  return {
    ...around,
    tellsTimes: provided.tellsTimes,
    /** What callers were told. */
    answers,
    book,
    store,
    clock,
    quotes,
    company,
    happen: async (event: Event): Promise<void> => {
      await happen(event);
      await settle();
    },
    /** Gives turns to what is under way: at most so many. */
    goOn: async (limit: number, order: number): Promise<void> => {
      for (let n = 0; n < limit && (await queue.give(order + n * order)); n += 1) look();
    },
    /** The trouble is over: what is under way ends, leases of the dead end, and a fresh process takes over. */
    recover: async () => {
      queue.open();
      const isBusy = () => [...underWay].some(({ process }) => process.isAlive());
      for (let n = 0; isBusy() && n < MAX_ROUNDS; n += 1) await settle();
      if (isBusy()) book.broke('something under way never ended');
      look();
      around.recover({ payersPay });
      documents.repair();
      await pause(false);
      await store.endLeases();
      const fresh = start();
      const all = jobs(needsOf(fresh));
      processes[0] = fresh;
      return {
        run: (job: Job) => all[job](),
        retryAll: () => retryAll(fresh),
        pay: (quote: Quote) => pay(fresh, quote),
      };
    },
    overstayed: () => overstayed,
  };
};
