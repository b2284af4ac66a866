import { addMonths, dateOf, type Clock, type LocalDate } from '@vehicle-insurance/core';
import { API_PATH, ROUTES } from '../routes.ts';
import { COMPONENTS, contentOf } from './components.ts';
import { GUIDES } from './guides.ts';
import { operationOf } from './operation.ts';
import { WEBHOOKS } from './webhooks.ts';
import { NEW_QUOTE } from '../routes/quotes.ts';
import { EXAMPLE } from '../views/fields.ts';

const ABOUT = `Insures vehicles: register a vehicle once, quote it under a coverage, have the quote paid by mobile
money, and read the contract and its certificate.

Amounts are integers in francs CFA, timestamps ISO 8601 in UTC, dates \`YYYY-MM-DD\`. You see only the data of the
company to which the API key belongs; requests for other companies' objects return 404. Unknown fields of a body are
ignored. Lists refuse unknown query parameters, because a mistyped filter would return too much. Accept unknown fields
and values in responses. Every response carries \`x-request-id\`: the id that you sent, if it consists of 1 to 128
letters, digits, dots, dashes or underscores, or else a new one.

Errors carry a \`code\` for programs and a \`message\` for people: in French with \`Accept-Language: fr\`, otherwise in
English.

The header \`RateLimit\` of every response contains the number of requests that you have left in this second. Beyond a
limit the response is 429 with \`Retry-After\`. Responses to GET have an \`ETag\`, unless they contain links. Send that
tag in \`If-None-Match\` to get 304 until something changes.

To follow changes, read \`GET /event\`, which lists everything that changes and waits for the next change if you set
\`wait\`. Or poll \`GET /quote/{id}/status\` for payments, and read the contract for its certificate. The courier, which
runs beside the service, sends the same events as signed webhooks to your endpoints, which you manage in the courier’s
own API.`;

const TAGS = [
  { name: 'Vehicles', description: 'Registered once, quoted many times.' },
  { name: 'Coverages', description: 'The insurance products on offer.' },
  { name: 'Quotes', description: 'A price for one vehicle under one coverage.' },
  { name: 'Payments', description: 'Mobile money: real money in production.' },
  { name: 'Contracts', description: 'The result of a paid quote, with certificate and documents.' },
  { name: 'Events', description: 'Everything that changes, in order and without gaps.' },
  { name: 'Keys', description: 'Your company’s API keys.' },
];

/** The OpenAPI 3.1 document: plain JSON. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  /** The webhooks that the courier sends to callers' endpoints, by type of event. */
  readonly webhooks: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>>; readonly securitySchemes: object };
  readonly [field: string]: unknown;
}

/** The OpenAPI document, generated from the routes. `startDate` is the first day of the example quote. */
export const openApiDocument = (startDate: string = EXAMPLE.startDate): OpenApiDocument => ({
  openapi: '3.1.0',
  info: {
    title: 'Vehicle insurance API',
    version: '1.0',
    summary: 'From quote to certificate.',
    description: `${ABOUT}\n\n${GUIDES}`,
    // The document is the same for every deployment, so it names no company.
    contact: { name: 'The operator of this service' },
    license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: API_PATH, description: 'This server' }],
  security: [{ apiKey: [] }],
  tags: TAGS,
  paths: Object.fromEntries(
    [...Map.groupBy(ROUTES, ({ path }) => path)].map(([path, routes]) => [
      path,
      Object.fromEntries(routes.map((route) => [route.method, operationOf(route, startDate)])),
    ]),
  ),
  webhooks: WEBHOOKS,
  components: {
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The key of your company.' },
    },
    schemas: Object.fromEntries(
      Object.entries({ ...COMPONENTS, NewQuote: startingOn(startDate) }).map(([name, schema]) => [
        name,
        contentOf(schema),
      ]),
    ),
  },
});

const startingOn = (startDate: string): object => ({
  ...NEW_QUOTE,
  properties: { ...NEW_QUOTE.properties, startDate: { ...NEW_QUOTE.properties.startDate, examples: [startDate] } },
});

/**
 * The served document. The example quote starts on the first of the next month, so that the example works unchanged.
 * The document changes only once a month.
 */
export const publishDocument = (clock: Clock): (() => OpenApiDocument) => {
  let published: { readonly startDate: LocalDate; readonly document: OpenApiDocument } | undefined;
  return () => {
    const startDate = firstOfNextMonth(dateOf(clock.now(), 'UTC'));
    if (published?.startDate !== startDate) published = { startDate, document: openApiDocument(startDate) };
    return published.document;
  };
};

const firstOfNextMonth = (today: LocalDate): LocalDate => addMonths(`${today.slice(0, 8)}01` as LocalDate, 1);
