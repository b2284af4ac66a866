import type { InsuranceEvent } from '@vehicle-insurance/client';
import { Webhook as Signature } from 'standardwebhooks';

/** An event as it is delivered. Every attempt sends the same bytes. */
export interface Webhook {
  /** Lets the receiver detect a repeated delivery. */
  readonly id: string;
  readonly body: string;
}

/** Identifies a delivery by its endpoint and the position of its event. */
export interface DeliveryId {
  readonly endpoint: string;
  readonly position: number;
}

/** The delivery to which a webhook's id belongs; undefined if the id is not one of ours. */
export const deliveryIn = (webhookId: string): DeliveryId | undefined => {
  const [, endpoint, position] = /^msg_([0-9a-z]+)_(\d{1,15})$/.exec(webhookId) ?? [];
  return endpoint === undefined ? undefined : { endpoint, position: Number(position) };
};

/**
 * The webhook of an event for an endpoint. `endpoint` must consist of letters and digits, because a full stop separates
 * the id from the other signed values.
 */
export const webhookOf = (endpoint: string, event: InsuranceEvent): Webhook => {
  const { position, type, at, vehicleId, quoteId, paymentId, contractId } = event;
  return {
    id: `msg_${endpoint}_${position}`,
    body: JSON.stringify({ type, timestamp: at, data: { position, vehicleId, quoteId, paymentId, contractId } }),
  };
};

/** The headers of Standard Webhooks 1.0 for an attempt at this time, with a signature for each secret. */
export const signatureHeaders = (
  { id, body }: Webhook,
  secrets: readonly string[],
  at: Date,
): Readonly<Record<string, string>> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Signature(secret).sign(id, at, body)).join(' '),
});
