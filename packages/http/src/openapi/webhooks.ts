import { EVENT_TYPES, type EventType } from '@vehicle-insurance/core';
import { EVENT } from '../views/event.ts';
import { object, text, timestamp } from '../views/fields.ts';
import { publishSchema } from './components.ts';

/** A new type of event does not compile without a summary. */
const SUMMARIES: Readonly<Record<EventType, string>> = {
  'vehicle.registered': 'A vehicle was registered',
  'vehicle.changed': 'The external id of a vehicle changed',
  'quote.created': 'A quote was created',
  'payment.pending': 'A payment awaits its payer',
  'payment.succeeded': 'A payment succeeded',
  'payment.failed': 'A payment failed',
  'payment.refund_due': 'A refund is due',
  'payment.refund_manual': 'A refund must be made by hand',
  'payment.refunded': 'A payment was refunded',
  'contract.opened': 'A contract was opened',
  'contract.started': 'A contract started',
  'contract.ending': 'A contract ends soon',
  'contract.expired': 'A contract expired',
  'contract.cancelled': 'A contract was cancelled',
  'certificate.pending': 'A certificate is requested again',
  'certificate.issued': 'A certificate was issued',
  'certificate.corrected': 'A certificate was corrected',
  'certificate.failed': 'A certificate failed and needs an operator',
  'certificate_image.ready': 'The picture of a certificate is stored',
  'contract_document.ready': 'A contract’s document is stored, or was replaced',
};

const { position, vehicleId, quoteId, paymentId, contractId } = EVENT.properties;

const payloadOf = (type: EventType) =>
  object({
    type: { type: 'string', enum: [type], description: 'The type of event.' },
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

/** The headers of Standard Webhooks 1.0. */
const HEADERS = [
  header('webhook-id', 'Identifies the event, even when it is sent again: process each event once.', 'msg_e1_57'),
  header('webhook-timestamp', 'The time of this attempt, in seconds since 1970. Refuse old attempts.', '1772443872'),
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
      'The courier, which runs beside the service, sends this webhook to each endpoint that subscribes to this type. ' +
      'The signature follows Standard Webhooks 1.0.',
    // The signature authenticates a webhook, so no API key is needed.
    security: [],
    parameters: HEADERS,
    requestBody: { required: true, content: { 'application/json': { schema: publishSchema(payloadOf(type)) } } },
    responses: {
      '2XX': { description: 'Received. Respond within 15 seconds; otherwise the courier sends the webhook again.' },
      410: { description: 'The courier disables the endpoint.' },
      default: { description: 'Not received: the courier sends the webhook again, for three days by default.' },
    },
  },
});

/** The courier's webhooks, by type of event. */
export const WEBHOOKS: Readonly<Record<string, object>> = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, webhookOf(type)]),
);
