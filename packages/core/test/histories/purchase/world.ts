import {
  jobs,
  receiveNotification,
  StoreUnavailable,
  type ContractDetails,
  type ErrorReporter,
  type IdempotencyKeys,
  type KeyedRequest,
  type Instant,
  type Job,
  type Payment,
  type Providers,
  type Quote,
  type RawNotification,
  type Store,
  type TimeZone,
} from '@vehicle-insurance/core';
import {
  aBookkeeping,
  clockAt,
  testKeyHasher,
  memoryDocuments,
  memoryStore,
  plainContractDocument,
  sequentialIds,
  silentTrigger,
  type MemoryStore,
} from '@vehicle-insurance/testkit';
import type { Dependencies } from '../../../src/ports/dependencies.ts';
import { beginProcess } from './begin-process.ts';
import { callers, type CallerReports } from './callers.ts';
import type { Event } from './events.ts';
import { storeInsured } from './insured.ts';
import { journal } from './journal.ts';
import { operator } from './operator.ts';
import { authorityOutside } from './outside/authority.ts';
import { providerOutside, PROVIDERS, type KnownSession, type ProviderOutside } from './outside/provider.ts';
import type { Process } from './process.ts';
import type { Setting } from './setting.ts';
import { settle, turns } from './turns.ts';

export type World = Awaited<ReturnType<typeof world>>;

/** Milliseconds of real time after which a worker's lease may end although it is still working. */
const SHORTEST_LEASE = 30_000;

/** The number of turns that work in progress gets to end. */
const MAX_ROUNDS = 20_000;

type FoundKey = Awaited<ReturnType<IdempotencyKeys['claim']>>;

export type HistoriesStore = Store & Pick<MemoryStore, 'endLeases'>;

/** What a history runs on: its store, and how to wait for it. */
export interface Ground {
  /** An empty store whose leases have run for `elapsed` milliseconds. It books by the calendar of `zone`. */
  readonly open: (
    elapsed: () => number,
    pass: (milliseconds: number) => void,
    zone: TimeZone,
  ) => HistoriesStore | Promise<HistoriesStore>;
  /** The store as processes reach it, if that is not the store that the laws read. */
  readonly reached?: (store: HistoriesStore) => Store;
  /** Resolves when nothing runs any more: every process waits for its turn, or for a lock. */
  readonly settle: () => Promise<void>;
}

const IN_MEMORY: Ground = {
  open: (elapsed, _, zone) => memoryStore({ elapsed, bookkeeping: aBookkeeping(zone) }),
  settle,
};

export interface Placed {
  readonly session: KnownSession;
  readonly provider: ProviderOutside;
}

/** Quotes of two companies, two processes that serve and work, two providers, the authority, and time. */
export const world = async (setting: Setting, { open, reached = (store) => store, settle }: Ground = IN_MEMORY) => {
  const clock = clockAt(setting.begins);
  const realTime = { now: 0 };
  const ids = sequentialIds();
  const store = await open(
    () => realTime.now,
    (milliseconds) => {
      realTime.now += milliseconds;
    },
    setting.zone,
  );
  const book = journal(clock);
  const queue = turns(realTime, settle);
  const documents = memoryDocuments({ clock });
  const isUrlKnown = (sessionId: string): boolean =>
    [...book.payments.values()].some(({ session }) => session?.id === sessionId && session.url !== null);
  const providers = PROVIDERS.map((name) => providerOutside(clock, name, setting, isUrlKnown, book.saw));
  const authority = authorityOutside(book.saw);
  let opening = setting.modestFirst ? 1 : 0;
  /** When openings were last paused or resumed, or moved to another provider. */
  let switched = -1;
  const switchedNow = (): void => {
    switched = book.moment();
  };

  const placeSessions = (from: (provider: ProviderOutside) => readonly KnownSession[]): readonly Placed[] =>
    providers.flatMap((provider) => from(provider).map((session) => ({ session, provider })));
  let known: { readonly from: readonly (readonly KnownSession[])[]; readonly placed: readonly Placed[] } | undefined;
  const sessions = (): readonly Placed[] => {
    const from = providers.map((provider) => provider.sessions());
    if (known?.from.every((each, index) => each === from[index])) return known.placed;
    known = { from, placed: placeSessions((provider) => provider.sessions()) };
    return known.placed;
  };
  const findProvider = (index: number): ProviderOutside => {
    const found = providers[index % providers.length];
    if (!found) throw new Error('there is no such provider');
    return found;
  };

  const fromProcesses = reached(store);
  const answers: string[] = [];
  const below = {
    ...fromProcesses,
    idempotencyKeys: {
      ...fromProcesses.idempotencyKeys,
      claim: async (...given: Parameters<IdempotencyKeys['claim']>) => {
        const found = await fromProcesses.idempotencyKeys.claim(...given);
        if (found.is === 'in_progress') answers.push('key in progress');
        listeners.claimed?.(given[0], found, realTime.now);
        return found;
      },
    },
    mobileMoney: providers.map(({ port }) => port),
    certificateAuthority: authority.port,
    documents,
    contractDocument: plainContractDocument(),
  };
  const errorReporter: ErrorReporter = {
    report: ({ what, cause }) => {
      // A piece of work returns each time its lease ends although a worker is still working on it.
      const isOverslept = [...inProgress].some(({ since }) => realTime.now - since >= SHORTEST_LEASE);
      if (what === 'due work stays due after each attempt' && isOverslept) return;
      if (!(cause instanceof StoreUnavailable)) book.broke(`${what}: ${String(cause)}`);
    },
  };
  type ProcessDependencies = Dependencies & Pick<Process, 'aroundWork'>;
  const wire = ({ clock, ports: { mobileMoney, ...ports }, pause, aroundWork }: Process): ProcessDependencies => {
    const findNamed = (name: string) => {
      const found = mobileMoney.find(({ provider }) => provider === name);
      if (!found) throw new Error('no such provider is configured');
      return found;
    };
    const asked: Providers = {
      get opening() {
        return findNamed(findProvider(opening).name);
      },
      named: findNamed,
      has: (name) => mobileMoney.some(({ provider }) => provider === name),
    };
    return {
      ...store,
      ...ports,
      ...{ clock, ids, errorReporter, aroundWork },
      keyHasher: testKeyHasher(),
      trigger: silentTrigger,
      zone: setting.zone,
      environment: 'test',
      timer: { elapsed: () => realTime.now, pause },
      providers: asked,
      fees: { basisPoints: 100, fixed: 0, minimum: 0, maximum: null, step: 1 },
      policyNumberFormat: 'VI-{company}-{year}-{ordinal:6}',
      // Nothing is deleted, since a year passes in one step.
      quoteHorizon: 365,
      eventDays: 3_650,
      insuranceCompany: 'Compagnie d’Assurance Exemple',
    };
  };
  const wired = new WeakMap<Process, ProcessDependencies>();
  const dependenciesOf = (process: Process): ProcessDependencies => {
    const dependencies = wired.get(process) ?? wire(process);
    wired.set(process, dependencies);
    return dependencies;
  };
  const start = (index: number): Process => {
    const ahead = index === 1 ? setting.skew * 1000 : 0;
    const own = ahead === 0 ? clock : { now: () => new Date(Date.parse(clock.now()) + ahead).toISOString() as Instant };
    return beginProcess({ name: `process ${index + 1}`, below, clock: own, turns: queue, journal: book, realTime });
  };
  const processes = [start(0), start(1)];
  const findProcess = (index: number): Process => processes[index] ?? start(index);

  const all = await storeInsured(store.unitOfWork, setting);
  const quotes: readonly Quote[] = all.map(({ quote }) => quote);
  const findQuote = (index: number): Quote => {
    const quote = quotes[index % quotes.length];
    if (!quote) throw new Error('there is no such quote');
    return quote;
  };

  const inProgress = new Set<{ readonly process: Process; readonly since: number }>();
  let overstayed = false;
  const begin = (process: Process, work: () => Promise<unknown>): void => {
    const one = { process, since: realTime.now };
    inProgress.add(one);
    void work()
      .catch((cause: unknown) => {
        if (!(cause instanceof StoreUnavailable)) book.broke(`unexpected error: ${String(cause)}`);
      })
      .finally(() => inProgress.delete(one));
  };
  const look = (): void => {
    for (const { process, since } of inProgress)
      if (process.isAlive() && realTime.now - since >= SHORTEST_LEASE) overstayed = true;
  };

  const listeners: Partial<CallerReports> & {
    claimed?: (request: KeyedRequest, found: FoundKey, at: number) => void;
  } = {};
  const callersOf = (process: Process) =>
    callers(dependenciesOf(process), book, process, {
      answered: (given) => {
        answers.push(given.answer.isOk() ? 'opened' : given.answer.error.code);
        listeners.answered?.(given);
      },
      refusedForNow: (id, held) => listeners.refusedForNow?.(id, held),
      keyed: (key, quoteId) => listeners.keyed?.(key, quoteId),
      kept: (key, answer) => {
        if (answer.replayed) answers.push(answer.text === 'reused' ? 'key refused' : 'replayed');
        listeners.kept?.(key, answer);
      },
    });
  /** References of payments about which a provider has sent a genuine notification. */
  const heralded = new Set<string>();
  const receive = async (
    process: Process,
    provider: string,
    notification: RawNotification,
    isGenuine: boolean,
  ): Promise<void> => {
    const reference = isGenuine ? referenceIn(notification) : undefined;
    if (reference !== undefined) heralded.add(reference);
    const received = await receiveNotification(dependenciesOf(process))({ ...notification, provider });
    if (received.isOk() !== isGenuine) book.broke('a notification was accepted or refused wrongly');
  };
  const FORGED: RawNotification = { headers: { 'x-signature': 'forged' }, body: new TextEncoder().encode('{}') };

  const happen = async (event: Event): Promise<void> => {
    const process = findProcess('process' in event ? event.process : 0);
    const outside = findProvider('provider' in event ? event.provider : 0);
    switch (event.is) {
      case 'pay': {
        const quote = findQuote(event.quote);
        for (let n = 0; n < event.times; n += 1) {
          const each = findProcess((event.process + n) % 2);
          const { pay, payUnderKey } = callersOf(each);
          begin(each, () => (event.key === 0 ? pay(quote) : payUnderKey(quote, `key ${event.key}`)));
        }
        return;
      }
      case 'pay all':
        for (const quote of quotes) begin(process, () => callersOf(process).pay(quote));
        return;
      case 'pay another’s': {
        const quote = findQuote(event.quote);
        const other = all.find(({ company }) => company.id !== quote.companyId)?.company.id ?? '';
        return begin(process, () => callersOf(process).payAnothers(quote, other));
      }
      case 'payer': {
        // One of the sessions for which the action is possible.
        const payable = placeSessions(({ payable, can }) => payable().filter((session) => can(session, event.act)));
        const one = payable[event.session % Math.max(1, payable.length)];
        one?.provider.act(one.session, event.act);
        return;
      }
      case 'all payers confirm':
        for (const { session, provider } of placeSessions(({ payable }) => payable())) provider.act(session, 'confirm');
        return;
      case 'opening':
        return outside.script(event.script);
      case 'lost':
        return outside.lose(event.of, event.what);
      case 'late opening arrives':
        return outside.arrive();
      case 'notice': {
        const { name, notification } = outside;
        const sent = notification(event.which);
        if (!sent) return;
        book.saw('notified');
        for (let n = 0; n < event.times; n += 1) begin(process, () => receive(process, name, sent, true));
        return;
      }
      case 'forged notice':
      case 'foreign notice': {
        const { name, foreign } = outside;
        const isForeign = event.is === 'foreign notice';
        return begin(process, () => receive(process, name, isForeign ? foreign() : FORGED, isForeign));
      }
      case 'malformed':
        return outside.malform(event.session, event.how);
      case 'well formed':
        return outside.malform();
      case 'malformed notice': {
        const { name, malformedNotification } = outside;
        return begin(process, () => receive(process, name, malformedNotification(event.how), true));
      }
      case 'job':
        return begin(process, jobs(dependenciesOf(process))[event.job]);
      case 'provider': {
        const { fake, lag } = outside;
        if (event.turns === 'silent') return fake.fallSilent();
        if (event.turns === 'speaking') return fake.speakAgain();
        if (event.turns === 'lagging' || event.turns === 'in time') return lag(event.turns === 'lagging');
        switchedNow();
        return fake.accept(event.turns === 'accepting');
      }
      case 'expiring':
        return outside.expiring(event.works);
      case 'refunding':
        return outside.refunding(event.works);
      case 'switch':
        opening = 1 - opening;
        return switchedNow();
      case 'authority': {
        const { fake } = authority;
        const turn: Readonly<Record<typeof event.turns, () => void>> = {
          silent: () => fake.fallSilent(),
          speaking: () => fake.speakAgain(),
          refusing: () => fake.refuseAll(true),
          issuing: () => fake.refuseAll(false),
          'without look-up': () => fake.offerLookUp(false),
          'with look-up': () => fake.offerLookUp(true),
          'refusing our credentials': () => fake.refuseCredentials(true),
          'accepting our credentials': () => fake.refuseCredentials(false),
          'naming duplicates': () => fake.nameRepeated(true),
          'sending spoilt images': () => fake.spoilImages(true),
        };
        return turn[event.turns]();
      }
      case 'certificate call lost':
        return authority.lose(event.of, event.what);
      case 'request':
        return authority.script(event.script);
      case 'documents':
        return event.broken ? documents.break() : documents.repair();
      case 'operator':
        return begin(process, () => operator(dependenciesOf(process), book)(event.does));
      case 'time':
        if (event.of !== 'leases') clock.advance({ seconds: event.seconds });
        if (event.of !== 'business') realTime.now += event.seconds * 1000;
        return look();
      case 'death':
        if ([...inProgress].some((each) => each.process === process)) book.saw('died at work');
        process.die();
        processes[event.process] = start(event.process);
        return;
      case 'store lost':
        return process.loseStore(event.kept);
    }
  };

  const companies: readonly string[] = [...new Set(all.map(({ company }) => company.id))];
  const everyContract = async (): Promise<readonly ContractDetails[]> =>
    (await Promise.all(companies.map((companyId) => store.contractQueries.list({ companyId }, 100)))).flat();
  let read = { at: -1, contracts: everyContract() };

  return {
    ...{ setting, book, store, clock, documents, companies, quotes, providers, authority, listeners, sessions },
    insured: all,
    contracts: (): Promise<readonly ContractDetails[]> => {
      if (read.at !== book.commits()) read = { at: book.commits(), contracts: everyContract() };
      return read.contracts;
    },
    answers: answers as readonly string[],
    heralded: heralded as ReadonlySet<string>,
    /** Until when the payment stays open if its opening was not answered; undefined if its provider has a search. */
    lostUntil: ({ provider, created }: Pick<Payment, 'provider' | 'created'>): Instant | undefined =>
      providers.find(({ name }) => name === provider)?.lostUntil(created),
    /** Whether payments were unavailable at some time since this moment. */
    wereUnavailable: (since: number): boolean =>
      switched >= since || book.werePaused(since) || !findProvider(opening).fake.accepting(),
    dependencies: { ...store, clock, zone: setting.zone },
    happen: async (event: Event): Promise<void> => {
      await happen(event);
      await settle();
    },
    goOn: async (limit: number, order: number): Promise<void> => {
      for (let n = 0; n < limit && (await queue.give(order + n * order)); n += 1) look();
    },
    /** The failures end: work in progress finishes, leases of dead processes end, and a new process takes over. */
    recover: async () => {
      const isBusy = () => [...inProgress].some(({ process }) => process.isAlive());
      // One turn at a time, since otherwise the second of two tasks could be reported before the first one's commit.
      for (let n = 0; isBusy() && n < MAX_ROUNDS; n += 1) await queue.give(0);
      if (isBusy()) book.broke('some work in progress never ended');
      queue.open();
      look();
      const { payersPay, notified, stalls } = setting;
      for (const each of providers) each.recover();
      switchedNow();
      authority.recover({ stalls });
      for (const [index, { session, provider }] of placeSessions(({ payable }) => payable()).entries()) {
        if (stalls && session.debit && provider.stall(session.id)) book.saw('a debit never ends');
        else if (session.debit) provider.act(session, index % 2 === 0 ? 'finish' : 'fall through');
        else if (payersPay) provider.act(session, 'confirm');
      }
      documents.repair();
      await store.endLeases();
      const fresh = start(0);
      processes[0] = fresh;
      const dependencies = dependenciesOf(fresh);
      const work = jobs(dependencies);
      const command = operator(dependencies, book);
      await command('resume');
      return {
        /** The providers send notifications of all payments, if the setting requires that. */
        notify: async (): Promise<void> => {
          for (const { session, provider } of notified ? sessions() : [])
            if (session.state === 'paid')
              await receive(fresh, provider.name, provider.notificationAbout(session.id), true);
        },
        run: (job: Job) => work[job](),
        retryAll: () => command('retry failed'),
        pay: (quote: Quote) => callersOf(fresh).pay(quote),
      };
    },
    isStalled: (sessionId: string | undefined): boolean =>
      sessionId !== undefined && providers.some((each) => each.isStalled(sessionId)),
    overstayed: () => overstayed,
  };
};

const referenceIn = ({ body }: RawNotification): string | undefined => {
  try {
    return (JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as { readonly reference?: string })
      .reference;
  } catch {
    return undefined;
  }
};
