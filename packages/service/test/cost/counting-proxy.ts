import { tcpProxy } from '@vehicle-insurance/testkit';

/**
 * Messages of PostgreSQL's protocol by which a client has a statement run: `Query`, and `Execute` of a prepared one.
 */
const RUN_A_STATEMENT = ['Q', 'E'];

/** A way to PostgreSQL on which the statements that are sent are counted, whatever driver sends them. */
export const countingProxy = async (target: string) => {
  let sent = 0;
  const { url, cut } = await tcpProxy(target, () => {
    const typesIn = messageTypes();
    return (chunk) => {
      sent += typesIn(chunk).filter((type) => RUN_A_STATEMENT.includes(type)).length;
    };
  });
  return {
    url,
    /** Statements since this was last asked. */
    taken: (): number => {
      const taken = sent;
      sent = 0;
      return taken;
    },
    close: cut,
  };
};

/** The types of a client's messages, as far as they have come whole. The first message of all has none. */
const messageTypes = (): ((chunk: Buffer) => readonly string[]) => {
  let rest: Buffer = Buffer.alloc(0);
  let typed = 0;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const types: string[] = [];
    while (rest.length >= typed + 4) {
      const length = typed + rest.readInt32BE(typed);
      if (rest.length < length) break;
      types.push(rest.toString('latin1', 0, typed));
      rest = rest.subarray(length);
      typed = 1;
    }
    return types;
  };
};
