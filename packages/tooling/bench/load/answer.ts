export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  /** As it was sent, possibly compressed. */
  readonly body: Buffer;
  readonly bytes: number;
}

const HEAD_END = '\r\n\r\n';
/** The position of the status in `HTTP/1.1 200`. */
const STATUS_AT = 9;

/** The response, if it is complete. Only one response is received at a time, so nothing follows it. */
export const answerIn = (received: Buffer): Answer | undefined => {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = received.toString('latin1', 0, headEnd);
  const start = headEnd + HEAD_END.length;
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error('a measured response must have a content-length');
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
