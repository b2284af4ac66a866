import { EVENT_TYPES, type EventType } from '@vehicle-insurance/core';
import { EVENT } from '../views/event.ts';
import { object, text, timestamp } from '../views/fields.ts';
import { published } from './components.ts';

/** What has happened, in a few words. A new type does not compile without them. */
const SUMMARIES: Readonly<Record<EventType, string>> = {
  'vehicle.registered': 'A vehicle was registered',
  'vehicle.changed': 'The external id of a vehicle changed',
  'quote.created': 'A quote was created',
  'payment.pending': 'A payment waits for its payer',
  'payment.succeeded': 'A payment succeeded',
  'payment.failed': 'A payment failed',
  'payment.refund_due': 'A refund is due from the provider',
  'payment.refund_manual': 'A person has to make a refund',
  'payment.refunded': 'A payment was refunded',
  'contract.opened': 'A contract was opened',
  'contract.started': 'The first day of a contract has come',
  'contract.expired': 'The last day of a contract is over',
  'contract.cancelled': 'A contract was cancelled',
  'certificate.pending': 'A certificate is requested again',
  'certificate.issued': 'A certificate was issued',
  'certificate.corrected': 'A certificate was corrected',
  'certificate.failed': 'The authority keeps refusing a certificate',
  'certificate_image.ready': 'The picture of a certificate is stored',
  'contract_document.ready': 'A contract’s document is stored, or was replaced',
};

const { position, vehicleId, quoteId, paymentId, contractId } = EVENT.properties;

const payloadOf = (type: EventType) =>
  object({
    type: { type: 'string', enum: [type], description: 'What has happened.' },
    timestamp: timestamp('When it happened.'),
    data: object({ position, vehicleId, quoteId, paymentId, contractId }),
  });

const header = (name: string, description: string, example: string): object => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { ...text(description, example) },
});

/** Those of Standard Webhooks 1.0. */
const HEADERS = [
  header('webhook-id', 'The same whenever the same event is sent: process an event once.', 'msg_e1_57'),
  header('webhook-timestamp', 'The time of this attempt, in seconds since 1970. Refuse old ones.', '1772443872'),
  header(
    'webhook-signature',
    'A signature by each of the endpoint’s secrets, separated by spaces: `v1,` and the HMAC-SHA256 of id, timestamp ' +
      'and body, joined by full stops, in base64.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const webhookOf = (type: EventType): object => ({
  post: {
    operationId: `webhook.${type}`,
    tags: ['Events'],
    summary: SUMMARIES[type],
    description:
      'Sent by the courier, which runs beside the service, to each endpoint that was added for this type. Its ' +
      'signature follows Standard Webhooks 1.0.',
    // The signature authenticates it; there is no API key.
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema: published(payloadOf(type)) } } },
    responses: {
      '2XX': { description: 'Received. It has to be answered within 15 seconds; otherwise it is sent again.' },
      410: { description: 'The endpoint is switched off.' },
      default: { description: 'Not received: it is sent again, for three days by default.' },
    },
  },
});

/** What the courier sends, by the types of events. */
export const WEBHOOKS: Readonly<Record<string, object>> = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, webhookOf(type)]),
);
