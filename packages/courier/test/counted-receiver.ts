import { text } from 'node:stream/consumers';
import { Webhook as Verifier } from 'standardwebhooks';
import { plainServer, type PlainServer } from './plain-server.ts';

/** What endpoints have seen, all together. */
export interface Seen {
  /** Different deliveries that were taken. */
  taken: number;
  /** Taken another time. */
  repeated: number;
  /** Refused, or cut off. */
  refused: number;
  /** Taken after a later one of their subject, or before an earlier one. */
  outOfOrder: number;
  /** Came while another of the subject was under way. */
  overlapping: number;
}

/** How an endpoint behaves. */
export interface ReceiverOptions {
  readonly secret: string;
  /** The events of a subject are as far apart as there are subjects. */
  readonly subjects: number;
  readonly isFailing: () => boolean;
  readonly seen: Seen;
  readonly onTaken: () => void;
}

/** Milliseconds that one answer in ten takes. */
const SLOW = 5;

/** An endpoint that verifies what comes, and keeps a number for each subject. */
export const countedReceiver = ({
  secret,
  subjects,
  isFailing,
  seen,
  onTaken,
}: ReceiverOptions): Promise<PlainServer> => {
  const verifier = new Verifier(secret);
  const latest = new Uint32Array(subjects);
  const underWay = new Uint8Array(subjects);

  const take = (position: number): void => {
    const subject = position % subjects;
    const before = latest[subject] ?? 0;
    if (position === before) seen.repeated += 1;
    else if (position === (before === 0 ? subject || subjects : before + subjects)) {
      latest[subject] = position;
      seen.taken += 1;
    } else seen.outOfOrder += 1;
    onTaken();
  };

  return plainServer((request, response) => {
    void text(request).then((body) => {
      const { data } = verifier.verify(body, request.headers as Record<string, string>) as {
        readonly data: { readonly position: number };
      };
      const subject = data.position % subjects;
      if (underWay[subject] === 1) seen.overlapping += 1;
      underWay[subject] = 1;
      response.once('close', () => (underWay[subject] = 0));
      const answer = (): void => {
        if (isFailing()) {
          seen.refused += 1;
          if (Math.random() < 0.5) response.writeHead(503).end();
          else response.destroy();
          return;
        }
        take(data.position);
        response.writeHead(204).end();
      };
      if (Math.random() < 0.1) setTimeout(answer, SLOW);
      else answer();
    });
  });
};
