import { randomFrom } from '@vehicle-insurance/testkit';
import type { Fault } from '../broken/fault.ts';
import { commandDone, statementOf, withText, type Message } from '../broken/messages.ts';
import type { Handler, Line } from '../broken/wire.ts';
import { beginningAt, withRealTime } from './real-time.ts';

/** Faults that can happen to a statement. Each kind is counted, since a kind that never occurs proves nothing. */
export const KINDS = ['lock wait', 'deadlock', 'commit lost before', 'commit lost after', 'read-only refusal'] as const;

export type Kind = (typeof KINDS)[number];

/**
 * The first three are shares of commits: lost before the server receives them, lost after it has committed, and rolled
 * back. The others are how often the server turns read-only, and for how many statements.
 */
const LOST_BEFORE = 0.03;
const LOST_AFTER = 0.03;
const GIVEN_UP = 0.05;
const TURNS_READ_ONLY = 0.01;
const READ_ONLY_FOR = 8;

/**
 * How often real time passes between two statements, and how many milliseconds then pass: more than most leases last.
 */
const TIME_PASSES = 0.02;
const TIME_PASSED = 70_000;

/** How often another program changes rows between two statements. */
const MEDDLED_WITH = 0.08;

/** How often statements that could run wait until another step has run. */
const STAYS = 0.5;

/** Rounds of the event loop without a message, after which no client will send more. */
const QUIET_ROUNDS = 6;

/** Milliseconds in which an idle server answers; then the gate queries which connections wait for a lock. */
const RESPONSE_SECONDS = 2;

const COMMIT = /^\s*commit\b/i;
const BEGIN = /^\s*(?:begin|start\s+transaction)\b[^;]*$/i;
/** Statements of a client on a new connection, which belong to no work. */
const GREETING = /\bdatabase_environment\b|\btransaction_read_only\b/i;

/** The server's response when it has rolled a transaction back in favour of another. */
const DEADLOCK = `rollback; do $$ begin raise exception 'rolled back for another' using errcode = '40P01'; end $$`;

const clientOn = (line: Line) => ({
  line,
  proceed: undefined as (() => void) | undefined,
  /** True until the server is ready for the first statement. */
  isRunning: true,
  isBlocked: false,
  isInTransaction: false,
  isReadOnly: false,
  /** Whether the next answer is hidden from the client, since it belongs to a statement of the gate. */
  isAnswerHidden: false,
  isToLoseCommit: false,
  /**
   * Whether its transaction is a unit of work. A unit of work is retried if it is rolled back; a batch is not retried.
   */
  isUnit: false,
});

type Client = ReturnType<typeof clientOn>;

export interface Server {
  blocked(pids: readonly number[]): Promise<readonly number[]>;
  keepTime(): Promise<void>;
  elapsed(): number;
  /** Advances real time, but not business time. */
  pass(milliseconds: number): void;
  /** Another program changes rows that are not locked. */
  meddle(): Promise<void>;
}

/** Sends one connection's next statement at a time, so that a seed always gives the same interleaving. */
export const gate = (server: Server, counts: Record<Kind, number>, fault: Fault = {}) => {
  const clients = new Set<Client>();
  let random = randomFrom(0);
  let isOpen = true;
  let calls = 0;
  let messages = 0;
  let awaited = (): void => undefined;
  const noteArrival = (): void => {
    messages += 1;
    awaited();
  };
  /** Resolves with the next message, or when an idle server would have answered. */
  const nextMessage = (): Promise<void> =>
    new Promise((resolve) => {
      const ended = setTimeout(resolve, RESPONSE_SECONDS);
      awaited = () => {
        clearTimeout(ended);
        resolve();
      };
    });
  let readOnlyFor = 0;
  let touched = 0;
  let wasKept = false;

  const withFault = (message: Message, by: Fault = fault): Message => {
    if (message.text === undefined) return message;
    const text = by.statement?.(message.text) ?? message.text;
    if (text !== message.text) touched += 1;
    return withText(message, BEGIN.test(text) ? beginningAt(text, server.elapsed()) : withRealTime(text));
  };
  const sent = (client: Client, message: Message): readonly Message[] => {
    if (isOpen) return [withFault(message)];
    if (BEGIN.test(message.text ?? '')) client.isUnit = true;
    if (COMMIT.test(message.text ?? '') && client.isUnit) {
      client.isUnit = false;
      const chance = random();
      client.isToLoseCommit = chance < LOST_AFTER;
      if (chance >= LOST_AFTER && chance < LOST_AFTER + GIVEN_UP) {
        counts.deadlock += 1;
        return [withText(message, DEADLOCK)];
      }
      if (chance > 1 - LOST_BEFORE) {
        counts['commit lost before'] += 1;
        client.line.end();
        return [];
      }
    }
    if (readOnlyFor === 0 || client.isReadOnly || client.isInTransaction) return [withFault(message)];
    client.isReadOnly = true;
    client.isAnswerHidden = true;
    return [statementOf('set default_transaction_read_only = on'), withFault(message)];
  };

  /** A reader's statements do not wait for a turn. */
  const handlerOf = (line: Line, isReader = false): Handler => {
    const client = clientOn(line);
    clients.add(client);
    return {
      toServer: async (message) => {
        noteArrival();
        if (!['Q', 'P', 'B'].includes(message.type) || client.isRunning)
          return [withFault(message, isReader ? {} : fault)];
        if (!isOpen && !isReader && !GREETING.test(message.text ?? ''))
          await new Promise<void>((proceed) => {
            client.proceed = proceed;
          });
        client.proceed = undefined;
        client.isRunning = true;
        return isReader ? [withFault(message, {})] : sent(client, message);
      },
      toClient: (message) => {
        noteArrival();
        if (client.isAnswerHidden) {
          client.isAnswerHidden = message.type !== 'Z';
          return [];
        }
        if (message.type === 'Z') {
          client.isRunning = false;
          client.isBlocked = false;
          client.isInTransaction = message.bytes.at(-1) !== 'I'.charCodeAt(0);
        }
        if (message.code === '25006') counts['read-only refusal'] += 1;
        if (message.done === 'COMMIT' && client.isToLoseCommit) {
          counts['commit lost after'] += 1;
          wasKept = true;
          line.end();
          return [];
        }
        return message.done === undefined || !fault.done || isReader
          ? [message]
          : [commandDone(fault.done(message.done))];
      },
      ended: () => {
        noteArrival();
        clients.delete(client);
        client.proceed?.();
      },
    };
  };

  const isWorking = ({ isRunning, isBlocked }: Client): boolean => isRunning && !isBlocked;
  const isEngaged = ({ proceed, isRunning, isInTransaction }: Client): boolean =>
    proceed !== undefined || isRunning || isInTransaction;
  const noteBlocked = async (): Promise<void> => {
    const running = [...clients].filter(isWorking);
    const waiting = await server.blocked(running.flatMap(({ line }) => line.pid ?? []));
    for (const each of running) {
      each.isBlocked = each.isRunning && waiting.includes(each.line.pid ?? 0);
      if (each.isBlocked) counts['lock wait'] += 1;
    }
  };
  /** Resolves when no client can send more, and all statements at the server are done or wait for a lock. */
  const quiet = async (): Promise<void> => {
    let [seen, rounds] = [messages, 0];
    for (;;) {
      await (rounds === QUIET_ROUNDS ? nextMessage() : new Promise((resolve) => setImmediate(resolve)));
      rounds = seen === messages && [...clients].filter(isEngaged).length >= calls ? rounds + 1 : 0;
      seen = messages;
      if (rounds < QUIET_ROUNDS) continue;
      if (![...clients].some(isWorking)) return;
      // Waits for one more, longer round before the gate queries which connections wait for a lock.
      if (rounds === QUIET_ROUNDS) continue;
      await noteBlocked();
      rounds = 0;
    }
  };
  const giveTurn = async (): Promise<boolean> => {
    // Statements are in the order of their connections, because answers of two server processes arrive in any order.
    const held = [...clients].flatMap(({ proceed }) => proceed ?? []);
    const chosen = held[Math.floor(random() * held.length)];
    if (!chosen) return false;
    if (readOnlyFor > 0) readOnlyFor -= 1;
    else if (random() < TURNS_READ_ONLY) readOnlyFor = READ_ONLY_FOR;
    if (random() < TIME_PASSES) server.pass(TIME_PASSED);
    await server.keepTime();
    if (random() < MEDDLED_WITH) await server.meddle();
    chosen();
    await quiet();
    return true;
  };

  return {
    handlerOf,
    /** Runs a call that sends statements; the gate waits until they have arrived. */
    during: async <Value>(call: () => Promise<Value>): Promise<Value> => {
      calls += 1;
      return call().finally(() => (calls -= 1));
    },
    /** Runs a part of such a call that sends no statements. The part may never end, as in a process that has died. */
    between: async <Value>(work: () => Promise<Value>): Promise<Value> => {
      calls -= 1;
      return work().finally(() => (calls += 1));
    },
    /** Whether a commit was lost after it was done, since the last call. */
    takeKept: (): boolean => {
      const was = wasKept;
      wasKept = false;
      return was;
    },
    settle: async (): Promise<void> => {
      await quiet();
      while (!isOpen && (await giveTurn()) && random() >= STAYS);
    },
    shut: async (seed: number): Promise<void> => {
      // A history begins without the connections of earlier histories.
      for (const { line } of [...clients]) line.end();
      await quiet();
      random = randomFrom(seed);
      [isOpen, calls, readOnlyFor, wasKept] = [false, 0, 0, false];
    },
    /** From now on nothing waits for a turn, no commit is lost, and the server accepts changes. */
    open: async (): Promise<void> => {
      await server.keepTime();
      isOpen = true;
      for (const { proceed } of clients) proceed?.();
      await quiet();
      for (const { line, isReadOnly } of clients) if (isReadOnly) line.end();
    },
    touched: (): number => touched,
  };
};

export type Gate = ReturnType<typeof gate>;
