import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The IPv4 addresses of names; null where it is silent about one. A name that is left out does not exist. */
type Known = Readonly<Record<string, string | null>>;

/** A name server of a test. */
export interface DnsServer {
  /** `127.0.0.1:PORT` */
  readonly address: string;
  /** The names it was asked for. */
  readonly asked: readonly string[];
  readonly close: () => void;
}

/** Starts a name server that knows these names. */
export const dnsServer = async (known: Known): Promise<DnsServer> => {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = questionIn(query);
    asked.push(name);
    const found = known[name];
    if (found === null) return;
    const record = found !== undefined && type === A ? recordOf(found) : undefined;
    const question = query.subarray(HEAD, end);
    const flags = found === undefined ? [0x81, NO_SUCH_NAME] : [0x81, 0x80];
    const head = Buffer.from([...query.subarray(0, 2), ...flags, 0, 1, 0, record ? 1 : 0, 0, 0, 0, 0]);
    socket.send(Buffer.concat([head, question, record ?? Buffer.alloc(0)]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
};

const [HEAD, A, NO_SUCH_NAME] = [12, 1, 0x83];

const questionIn = (query: Buffer): { readonly name: string; readonly type: number; readonly end: number } => {
  const labels: string[] = [];
  let at = HEAD;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

/** Of the name in the question, good for no time at all. */
const recordOf = (address: string): Buffer =>
  Buffer.from([0xc0, HEAD, 0, A, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
