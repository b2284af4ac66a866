import type { Persistence } from '@vehicle-insurance/persistence';
import pg from 'pg';
import type { Fault } from './fault.ts';
import { commandDone, READY, withCode, withText, type Message } from './messages.ts';
import { wire, type Handler, type Line, type Wire } from './wire.ts';

export interface Trace {
  touched: number;
  /**
   * Errors of statements that the server rejected as invalid. If there are any, the planted fault itself is wrong, and
   * no test has found it.
   */
  readonly nonsense: string[];
}

interface Planted extends Trace {
  readonly fault: Fault;
  readonly wires: Wire[];
  readonly changed: Set<string>;
  isStuck: boolean;
}

let planted: Planted | undefined;

/** Opens every store with the fault from now on. */
export const plant = (fault: Fault): void => {
  planted = { fault, touched: 0, nonsense: [], wires: [], changed: new Set(), isStuck: false };
};

/** Removes the fault for stores opened later, and returns its trace. */
export const lift = async (): Promise<Trace> => {
  const last = planted;
  planted = undefined;
  if (!last) throw new Error('nothing was planted');
  await Promise.all(last.wires.map(({ close }) => close()));
  return { touched: last.touched, nonsense: last.nonsense };
};

/** The address of the database through the planted fault; without a fault, the database's own address. */
export const throughPlanted = async (url: string): Promise<string> => {
  if (!planted) return url;
  const now = planted;
  const { schema, ports } = now.fault;
  if (ports) return url;
  if (schema !== undefined && !now.changed.has(url)) {
    now.changed.add(url);
    await changeSchema(url, schema);
    now.touched += 1;
  }
  const opened = await wire(url, (line) => handlerOf(now, line));
  now.wires.push(opened);
  return opened.url;
};

const changeSchema = async (url: string, schema: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(schema).finally(() => client.end());
};

export const plantedPorts = (store: Persistence): Persistence => {
  const now = planted;
  return now?.fault.ports?.(store, () => (now.touched += 1)) ?? store;
};

/** Errors of an invalid statement: syntax, types, parameters, columns. */
const NONSENSE = /^42(?:601|6[0-9A-Z]{2}|P0[289]|P18|703|80[34]|846|883)$/;

const COMMIT = /^\s*(?:commit|end)\b/i;

/** Types of messages after which a client waits for an answer. */
const ASKS: readonly string[] = ['Q', 'S'];

const handlerOf = (now: Planted, line: Line): Handler => {
  const { statement, done, code, connection } = now.fault;
  let isCommitting = false;
  let isWaiting = false;
  const touch = (message: Message, changed: Message): readonly Message[] => {
    if (changed !== message) now.touched += 1;
    return [changed];
  };
  return {
    toServer: (message) => {
      if (now.isStuck) return [];
      isWaiting ||= ASKS.includes(message.type);
      if (message.text === undefined) return [message];
      isCommitting = COMMIT.test(message.text);
      return touch(message, statement ? withText(message, statement(message.text)) : message);
    },
    toClient: (message) => {
      if (message.type === 'Z') isWaiting = false;
      if (message.code !== undefined && NONSENSE.test(message.code)) now.nonsense.push(message.code);
      if (message.code !== undefined && isCommitting && connection === 'a lost commit counts as committed') {
        now.touched += 1;
        return [commandDone('COMMIT'), READY];
      }
      if (message.code !== undefined && code) return touch(message, withCode(message, code(message.code)));
      if (message.done === undefined || !done) return [message];
      const said = done(message.done);
      return touch(message, said === message.done ? message : commandDone(said));
    },
    ended: () => {
      if (connection !== 'a silent connection is used again' || !isWaiting || line.pid === undefined) return;
      now.touched += 1;
      now.isStuck = true;
    },
  };
};
