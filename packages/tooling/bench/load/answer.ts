export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** As it was sent, compressed where it was. */
  readonly body: Buffer;
  readonly bytes: number;
}

const HEAD_END = '\r\n\r\n';
/** Of `HTTP/1.1 200`. */
const STATUS_AT = 9;

/** The answer, once all of it is there. One is received at a time, so nothing comes after it. */
export const answerIn = (received: Buffer): Answer | undefined => {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = received.toString('latin1', 0, headEnd);
  const start = headEnd + HEAD_END.length;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error('an answer that is measured says how long it is');
  if (received.length < start + Number(length)) return undefined;
  return {
    status: Number(head.slice(STATUS_AT, STATUS_AT + 3)),
    get headers() {
      return headersIn(head);
    },
    body: received.subarray(start),
    bytes: received.length,
  };
};

const headersIn = (head: string): ReadonlyMap<string, string> =>
  new Map(
    head
      .split('\r\n')
      .slice(1)
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
