import { insuranceClient, type InsuranceEvent } from '@vehicle-insurance/client';
import type { ListenOptions } from './listen-options.ts';
import { ANY_ADDRESS } from './address-guard.ts';
import { webhookSender } from './sender.ts';
import { signatureHeaders, webhookOf } from './webhook.ts';

export interface Lines {
  /** Prints an event, or the result of forwarding an event. */
  readonly print: (line: string) => void;
  /** Prints a message for the person who runs the command. */
  readonly note: (line: string) => void;
}

/**
 * Prints events as they happen, and forwards each event once, in order. Ends when the signal aborts, or after `count`
 * events.
 */
export const listen = async (options: ListenOptions, { print, note }: Lines, signal: AbortSignal): Promise<void> => {
  const { forward, secret, type, count } = options;
  const client = insuranceClient(options);
  const sender = webhookSender({ guard: ANY_ADDRESS });
  const beginning = async (): Promise<number | undefined> => {
    // The first events may no longer be kept. So 0 means: from the oldest event that is kept.
    if (options.after === 0) return undefined;
    return options.after ?? (await client.listEvents({ limit: 1 }, { signal })).newest;
  };
  try {
    const after = await beginning();
    note(`Events ${after === undefined ? 'from the oldest on' : `after position ${after}`} of ${options.baseUrl}`);
    if (forward !== undefined) note(`Forwarded to ${forward}, signed with ${secret}`);
    let left = count ?? Infinity;
    for await (const event of client.events({ after, type, signal })) {
      print(lineOf(event));
      if (forward !== undefined) {
        // A new sandbox numbers its events from 1 again. So the id also contains the time. Otherwise receivers would
        // drop the events as repetitions.
        const webhook = webhookOf(`listen${Date.parse(event.at)}`, event);
        const headers = signatureHeaders(webhook, [secret], new Date());
        const sent = await sender.send({ address: forward, headers, body: webhook.body });
        print(`  → ${sent.status ?? sent.problem}`);
      }
      left -= 1;
      if (left === 0) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await sender.close();
  }
};

/** `57  2026-03-02T09:31:12.000Z  payment.succeeded  quote 019a…  payment 019a…` */
const lineOf = ({ position, at, type, vehicleId, quoteId, paymentId, contractId }: InsuranceEvent): string => {
  const subjects = { vehicle: vehicleId, quote: quoteId, payment: paymentId, contract: contractId };
  const named = Object.entries(subjects).flatMap(([name, id]) => (id === null ? [] : [`${name} ${id}`]));
  return [position, at, type, ...named].join('  ');
};
