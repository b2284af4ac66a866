import { daysAfter, eventually, type Fields } from '../api/world.ts';
import { normalize } from './normalize.ts';
import type { ExampleWorld } from './example-world.ts';
import type { Exchange, Question } from './exchange.ts';

/** More bad keys than one address may send in a minute. */
const MANY_BAD_KEYS = 1_000;
const UNKNOWN_ID = '019b7a30-ffff-7000-8000-000000000000';
const PDF = new TextEncoder().encode('%PDF-1.7\n%%EOF\n');

const HEAD = `# The API by example

Every endpoint and every error of the API, each as a request and the sandbox's response.

This page is generated: \`npm run docs -- examples\` sends the requests to a sandbox, and a test repeats them and
compares. Ids, times of day, links and addresses are normalized so that all runs are the same, and of a long list only
the first element is shown. The meaning of each field is on the reference page at \`/docs\` of a running service.
`;

interface Page extends ExampleWorld {
  says(...paragraphs: readonly string[]): void;
  /** Sends a request, shows it with the response, and fails if the code or status is another. */
  shows(what: string, expected: number | string, question: Question): Promise<Exchange>;
  adds(what: string, exchange: Exchange): void;
}

export const apiByExample = async (world: ExampleWorld): Promise<string> => {
  const parts: string[] = [HEAD];
  const adds = (what: string, { text }: Exchange): void => void parts.push(`${what}\n`, text);
  const page: Page = {
    ...world,
    adds,
    says: (...paragraphs) => void parts.push(...paragraphs.map((paragraph) => `${paragraph}\n`)),
    shows: async (what, expected, question) => {
      const answer = await world.ask(question);
      if (expected !== answer.status && expected !== answer.body['code'])
        throw new Error(`expected ${expected}:\n${answer.text}`);
      adds(what, answer);
      return answer;
    },
  };
  const vehicleId = await vehicles(page);
  await payments(page, vehicleId);
  await contracts(page, vehicleId);
  await keys(page);
  await everywhere(page, vehicleId);
  await events(page);
  return normalize(parts.join('\n'), world.traces);
};

const post = (path: string, body: unknown): Question => ({ method: 'POST', path, body });
const quoting = (body: unknown): Question => post('/quote/create', body);
const paying = (quoteId: unknown, phoneNumber = '05 00 00 12 34'): Question =>
  post(`/quote/${String(quoteId)}/pay`, { phoneNumber });

const vehicles = async ({ says, shows, car }: Page): Promise<string> => {
  says(
    '## The key',
    'Every request contains the key of your company in `x-api-key`. Without a key, or with an unknown one:',
  );
  await shows('`401 unauthorized`', 'unauthorized', { path: '/coverage', key: null });
  says('## Coverages');
  await shows('All coverages, in one response:', 200, { path: '/coverage' });

  const withDocument = (licencePlate: string, name: string, bytes: Uint8Array<ArrayBuffer>): Question => ({
    ...{ method: 'POST', path: '/vehicle', form: { fields: { ...car, licencePlate }, file: { name, bytes } } },
  });
  says('## Vehicles');
  const { body: first } = await shows(
    'Register a vehicle. The plate is stored in capitals and without spaces:',
    201,
    post('/vehicle', { ...car, licencePlate: 'ab 123 cd', externalId: 'FLEET-1' }),
  );
  const { body: other } = await shows(
    'To send a registration document with the vehicle, use a form:',
    201,
    withDocument('AB124CD', 'carte-grise.pdf', PDF),
  );
  const path = `/vehicle/${String(first['id'])}`;
  const changing = (at: string): Question => ({ method: 'PATCH', path: at, body: { externalId: 'FLEET-0001' } });
  await shows('Get a vehicle by its id:', 200, { path });
  await shows('List vehicles, most recent first, one per page:', 200, { path: '/vehicle?page=1&limit=1' });
  await shows('Find a vehicle by its plate, in any notation:', 200, { path: '/vehicle?licencePlate=ab%20123%20cd' });
  await shows('Change the external id, the only field that can change:', 200, changing(path));

  says('Errors:');
  await shows(
    '`400 invalid_request` names every field that breaks a rule:',
    'invalid_request',
    post('/vehicle', { ...car, licencePlate: 'AB125CD', noSeat: 0, energy: 'steam' }),
  );
  await shows(
    '`409 vehicle_already_exists` names the vehicle, so that repeating a registration is safe:',
    'vehicle_already_exists',
    post('/vehicle', { ...car, licencePlate: 'AB 123 CD' }),
  );
  await shows('`409 external_id_taken`', 'external_id_taken', changing(`/vehicle/${String(other['id'])}`));
  await shows('`404 vehicle_not_found`', 'vehicle_not_found', { path: `/vehicle/${UNKNOWN_ID}` });
  const tooLong = Buffer.alloc(10 * 1024 * 1024 + 1, PDF);
  for (const [code, what, name, bytes] of [
    ['422 invalid_document', ' if the file is not a PDF, JPEG or PNG, with any name:', 'carte-grise.pdf', 'GIF89a'],
    ['413 payload_too_large', ': this document is one byte larger than 10 MB:', 'scan.pdf', tooLong],
    ['502 storage_unavailable', ': nothing was created; send the request again:', 'storage-outage.pdf', PDF],
  ] as const)
    await shows(
      `\`${code}\`${what}`,
      code.slice(4),
      withDocument('AB126CD', name, typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes),
    );
  await shows('`415 unsupported_media_type`', 'unsupported_media_type', {
    ...post('/vehicle', 'a white car'),
    headers: { 'content-type': 'text/plain' },
  });
  return String(first['id']);
};

const payments = async (page: Page, vehicleId: string): Promise<void> => {
  const { says, shows, adds, ask, get, quote, quoteInput, opened, incompleteQuote } = page;
  const body = await quoteInput({ vehicleId, policyHolderPhone: '07 00 00 12 34' });
  const bike = (await get<readonly Fields[]>('/coverage')).body.find((each) => each['vehicleType'] === 'bike');
  says('## Quotes');
  const { body: created } = await shows(
    'Price a vehicle under a coverage. The price is final; `premiumLines` lists its components:',
    201,
    quoting(body),
  );
  await shows('Read the quote again later, with its current status:', 200, { path: `/quote/${String(created['id'])}` });
  await shows('List the quotes of one vehicle:', 200, { path: `/quote?vehicleId=${vehicleId}&limit=1` });
  says('Errors besides `invalid_request` and `vehicle_not_found`:');
  await shows('`404 coverage_not_found`', 'coverage_not_found', quoting({ ...body, coverageId: UNKNOWN_ID }));
  await shows(
    '`422 coverage_not_available`, because the coverage is for motorbikes:',
    'coverage_not_available',
    quoting({ ...body, coverageId: bike?.['id'] }),
  );

  const { id } = await quote({ vehicleId });
  const status: Question = { path: `/quote/${id}/status` };
  const becomes = (expected: string) =>
    eventually(
      () => ask(status),
      ({ body: now }) => now['status'] === expected,
    );
  says('## Payments');
  const first = await shows(
    'Open a payment. The payer has 30 minutes to confirm at `paymentUrl`, and only this number can pay:',
    201,
    paying(id),
  );
  await shows('Poll the status; `Retry-After` is the time until the next poll:', 200, status);
  await shows(
    '`409 payment_in_progress`: a second call opens nothing, and returns the payment in progress:',
    'payment_in_progress',
    paying(id),
  );
  await page.refuse(String(first.body['paymentUrl']));
  adds('The payer has refused, so the quote can be paid again.', await becomes('awaiting_payment'));
  await page.confirm((await opened(id)).paymentUrl);
  const paid = await becomes('pending');
  adds('Another payment was opened and confirmed. The quote has its contract:', paid);
  // Waits until all that follows has happened, since the events show the order.
  await page.documented(String(paid.body['contractId']));

  says('Other errors:');
  await shows('`409 quote_already_paid`', 'quote_already_paid', paying(id));
  await shows('`404 quote_not_found`', 'quote_not_found', paying(UNKNOWN_ID));
  await shows(
    '`422 quote_incomplete`: the quote dates from before the policyholder’s phone was required. Create a new quote:',
    'quote_incomplete',
    { ...paying(incompleteQuote.id), key: incompleteQuote.key },
  );
  const other = (await quote({ vehicleId })).id;
  await shows(
    '`502 payment_provider_unavailable`: this attempt has failed, and you can try again:',
    'payment_provider_unavailable',
    paying(other, '05 00 00 00 02'),
  );
  await page.whilePaused(() =>
    shows('`503 payment_unavailable`: an operator has paused payments:', 'payment_unavailable', paying(other)),
  );
};

const contracts = async (page: Page, vehicleId: string): Promise<void> => {
  const { says, shows, today } = page;
  const [contract] = (
    await page.get<{ data: readonly { id: string; endDate: string; documents: Fields }[] }>('/contract')
  ).body.data;
  const path = `/contract/${contract?.id}`;
  says('## Contracts');
  await shows('Get a contract with its certificate and the links to both documents, which open for an hour:', 200, {
    path,
  });
  await shows('Get the contract document in English, created on request; without `language` it is in French:', 200, {
    path: `${path}/document?language=en`,
  });
  await shows('Get the receipt for the payment:', 200, { path: `${path}/receipt` });
  const unreachable = await page.register({ ...page.car, licencePlate: 'AB127CD' });
  await page.insured({ vehicleId: unreachable.id, policyHolderPhone: '07 00 00 00 15' });
  await shows('List contracts. This certificate is still pending, because the authority is unavailable:', 200, {
    path: '/contract?limit=1',
  });
  const lastDay = String(contract?.endDate);
  await shows('List the contracts that end on certain days, for example to renew them:', 200, {
    path: `/contract?endingFrom=${lastDay}&endingTo=${lastDay}&limit=1`,
  });
  await page.cancelSold(String(contract?.id));
  await shows('An operator has cancelled the first contract. Get the statement of what is refunded:', 200, {
    path: `${path}/cancellation`,
  });
  says('Errors:');
  await shows('`400 invalid_request`, an unknown status:', 'invalid_request', { path: '/contract?status=paid' });
  await shows('`404 contract_not_found`', 'contract_not_found', { path: `/contract/${UNKNOWN_ID}` });
  const { pathname } = new URL(String(contract?.documents['certificateImageUrl']));
  await shows(
    '`404 not_found` for a link that was changed or has expired. Read the contract again for a new link:',
    'not_found',
    { path: `${pathname}?expires=1&signature=x`, key: null },
  );

  const missed = await page.quote({ vehicleId, startDate: today });
  await page.clock.move({ now: `${daysAfter(today, 1)}T09:00:00Z` });
  says('## A day later', 'A quote can be paid up to and including its first day. After that:');
  await shows('`422 quote_start_date_passed`', 'quote_start_date_passed', paying(missed.id));
};

const everywhere = async (page: Page, vehicleId: string): Promise<void> => {
  const { says, shows, adds, ask } = page;
  const body = await page.quoteInput({ vehicleId, policyHolderPhone: '07 00 00 12 34' });
  const withKey = (key: string, question: Question) => ({ ...question, headers: { 'idempotency-key': key } });
  says(
    '## Repeating a request',
    'A POST with an `Idempotency-Key` can be repeated for 24 hours: it takes effect once, and a repetition returns the first response.',
  );
  await ask(withKey('order-1', quoting(body)));
  await shows('The second time:', 201, withKey('order-1', quoting(body)));
  await shows(
    '`422 idempotency_key_reused`: the same key for another request:',
    'idempotency_key_reused',
    withKey('order-1', quoting({ ...body, duration: 6 })),
  );
  const { id } = await page.quote({ vehicleId });
  // One of the two requests waits for the quote; the other request gets the error.
  const both = await page.whileHeld(id, async () => {
    const requests = [ask(withKey('order-2', paying(id))), ask(withKey('order-2', paying(id)))];
    const what = '`409 request_in_progress`: the first request under the key is still in progress:';
    adds(what, await Promise.race(requests));
    return requests;
  });
  const statuses = (await Promise.all(both)).map(({ status }) => status);
  if (statuses.toSorted().join() !== '201,409') throw new Error(`answered ${statuses.join()}`);

  says(
    '## Reading again',
    'A response without links has an `ETag`. If you send it in `If-None-Match`, unchanged data is not sent again:',
  );
  const path = '/quote?limit=1';
  const tag = (await ask({ path })).headers.get('etag') ?? '';
  await shows('`304`', 304, { path, headers: { 'if-none-match': tag } });
  says('## Limits', 'Every response contains the remaining requests (`r`) and the seconds until the reset (`t`):');
  await shows('`RateLimit`, and the policy with the limit:', 200, {
    ...{ path: '/vehicle?limit=1&page=9', shown: ['ratelimit', 'ratelimit-policy'] },
  });
  says('## Errors of all endpoints');
  await shows('`404 not_found`', 'not_found', { path: '/nothing' });
  await shows('`405 method_not_allowed`', 'method_not_allowed', { method: 'DELETE', path: '/vehicle' });
  await shows(
    '`400 invalid_request`, here of a query. A list rejects unknown parameters, since a filter without ' +
      'effect would return unwanted items:',
    'invalid_request',
    { path: '/vehicle?plate=AB123CD&limit=101' },
  );
  await shows(
    '`401 notification_refused` is the response to a provider’s unsigned notification. Callers never receive it:',
    'notification_refused',
    { ...post('/notifications/wave', {}), key: null },
  );
  await page.whileBroken(() =>
    shows('`500 internal_error`: a bug in the service:', 'internal_error', { path: '/vehicle' }),
  );
  const away = await page.whileAway(() =>
    eventually(
      () => ask({ path: '/vehicle' }),
      ({ status }) => status === 503,
    ),
  );
  adds('`503 service_unavailable`: the database is temporarily unavailable:', away);
  // Last, since this address is then limited for a while unless it has a valid key.
  const bad = Array.from({ length: MANY_BAD_KEYS }, () => ask({ path: '/coverage', key: 'no-such-key' }));
  const limited = (await Promise.all(bad)).find(({ body: { code } }) => code === 'rate_limited');
  if (!limited) throw new Error(`${MANY_BAD_KEYS} bad keys were all answered`);
  adds('`429 rate_limited`: too many requests, here with unknown keys:', limited);
};

/** The most active keys that a company may have. */
const MAX_ACTIVE_KEYS = 20;

const keys = async ({ says, shows, ask, issueKeys }: Page): Promise<void> => {
  says('## Keys');
  const issuing: Question = { ...post('/key', { label: 'caisse' }), headers: { 'idempotency-key': 'key-1' } };
  const { body } = await shows('Issue another key of your company. It is shown only now:', 201, issuing);
  await shows('A repetition returns the same key without the key itself:', 201, issuing);
  await shows('List the keys, most recent first:', 200, { path: '/key?limit=1' });
  const revoke = (id: unknown): Question => ({ method: 'POST', path: `/key/${String(id)}/revoke` });
  await shows('Revoke one:', 200, revoke(body['id']));
  says('Errors besides `invalid_request`:');
  const [last] = (await ask({ path: '/key?page=2&limit=1' })).body['data'] as readonly Fields[];
  await shows('`409 last_key`: without this key, your company would have none:', 'last_key', revoke(last?.['id']));
  await shows('`404 key_not_found`', 'key_not_found', revoke(UNKNOWN_ID));
  await issueKeys(MAX_ACTIVE_KEYS - 1);
  await shows(`\`409 too_many_keys\`: a company has at most ${MAX_ACTIVE_KEYS}:`, 'too_many_keys', post('/key', {}));
};

/** Runs last, since it moves the clock by three months. */
const events = async ({ says, shows, ask, clock, today }: Page): Promise<void> => {
  says('## Events');
  await shows('All changes, oldest first; `next` is the position to continue from ([Events](events.md)):', 200, {
    path: '/event?type=contract.opened,certificate.issued&limit=2',
  });
  await clock.move({ now: `${daysAfter(today, 100)}T09:00:00Z` });
  const old: Question = { path: '/event?after=1&limit=1' };
  await eventually(async () => (await ask(old)).body['code'] === 'position_forgotten', Boolean);
  await shows(
    '`410 position_forgotten`: events are kept for 90 days; after a longer pause, start again:',
    'position_forgotten',
    old,
  );
};
