import { daysAfter, eventually, type Fields } from '../api/world.ts';
import { evenedOut } from './evened-out.ts';
import type { ExampleWorld } from './example-world.ts';
import type { Exchange, Question } from './exchange.ts';

/** Bad keys one address may send in a minute, and some more. */
const MANY_BAD_KEYS = 1_000;
const UNKNOWN_ID = '019b7a30-ffff-7000-8000-000000000000';
const PDF = new TextEncoder().encode('%PDF-1.7\n%%EOF\n');

const HEAD = `# The API by example

For those who write a caller of the API. At its end you have seen every endpoint and every error, each as a request and
what the sandbox answered to it.

Nothing on this page is written by hand: \`npm run docs -- examples\` asks a sandbox and writes it, and a test asks again and
compares. Ids, times of day, links and addresses are evened out so that two runs read the same, and of a long list only
the first element is shown. What each field means is on the reference page at \`/docs\` of a running service.
`;

interface Page extends ExampleWorld {
  says(...paragraphs: readonly string[]): void;
  /** Asks, shows question and answer, and fails if another code or status comes of it. */
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
  await everywhere(page, vehicleId);
  await events(page);
  return evenedOut(parts.join('\n'), world.traces);
};

const post = (path: string, body: unknown): Question => ({ method: 'POST', path, body });
const quoting = (body: unknown): Question => post('/quote/create', body);
const paying = (quoteId: unknown, phoneNumber = '05 00 00 12 34'): Question =>
  post(`/quote/${String(quoteId)}/pay`, { phoneNumber });

/** The vehicle that was registered first. */
const vehicles = async ({ says, shows, car }: Page): Promise<string> => {
  says(
    '## The key',
    'Every request carries the key of your company in `x-api-key`. Without one, or with one that nobody has:',
  );
  await shows('`401 unauthorized`', 'unauthorized', { path: '/coverage', key: null });
  says('## Coverages');
  await shows('Every coverage there is, in one answer:', 200, { path: '/coverage' });

  const withDocument = (licencePlate: string, name: string, bytes: Uint8Array<ArrayBuffer>): Question => ({
    ...{ method: 'POST', path: '/vehicle', form: { fields: { ...car, licencePlate }, file: { name, bytes } } },
  });
  says('## Vehicles');
  const { body: first } = await shows(
    'Register a vehicle. The plate is kept in capitals and without spaces:',
    201,
    post('/vehicle', { ...car, licencePlate: 'ab 123 cd', externalId: 'FLEET-1' }),
  );
  const { body: other } = await shows(
    'With its registration document it goes as a form:',
    201,
    withDocument('AB124CD', 'carte-grise.pdf', PDF),
  );
  const path = `/vehicle/${String(first['id'])}`;
  const changing = (at: string): Question => ({ method: 'PATCH', path: at, body: { externalId: 'FLEET-0001' } });
  await shows('Get one by its id:', 200, { path });
  await shows('List them, most recent first, one to a page:', 200, { path: '/vehicle?page=1&limit=1' });
  await shows('Find one by its plate, written in any way:', 200, { path: '/vehicle?licencePlate=ab%20123%20cd' });
  await shows('Change the external id, the only thing that can change:', 200, changing(path));

  says('What can go wrong:');
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
    ['422 invalid_document', ' for what is no PDF, JPEG or PNG, whatever it is called:', 'carte-grise.pdf', 'GIF89a'],
    ['413 payload_too_large', ': this document has one byte more than 10 MB:', 'scan.pdf', tooLong],
    ['502 storage_unavailable', ': nothing was created, send it again:', 'storage-outage.pdf', PDF],
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
    'Price a vehicle under a coverage. The price then stays as it is; `premiumLines` tell what it is made of:',
    201,
    quoting(body),
  );
  await shows('Read it again later, with where it stands by then:', 200, { path: `/quote/${String(created['id'])}` });
  await shows('List the quotes of one vehicle:', 200, { path: `/quote?vehicleId=${vehicleId}&limit=1` });
  says('What can go wrong, beside `invalid_request` and `vehicle_not_found`:');
  await shows('`404 coverage_not_found`', 'coverage_not_found', quoting({ ...body, coverageId: UNKNOWN_ID }));
  await shows(
    '`422 coverage_not_available`, here since the coverage is for motorbikes:',
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
    'Open a payment. The payer has 30 minutes to confirm at `paymentUrl`, and only this number can:',
    201,
    paying(id),
  );
  await shows('Ask how it stands; `Retry-After` says when to ask again:', 200, status);
  await shows(
    '`409 payment_in_progress`: a second call opens nothing, and names the payment that waits:',
    'payment_in_progress',
    paying(id),
  );
  await page.refuse(String(first.body['paymentUrl']));
  adds('The payer has refused: the quote can be paid again.', await becomes('awaiting_payment'));
  await page.confirm((await opened(id)).paymentUrl);
  const paid = await becomes('pending');
  adds('Another payment was opened and confirmed. The quote has its contract:', paid);
  // What is told next is told after all that comes of it: events show the order.
  await page.documented(String(paid.body['contractId']));

  says('What else can go wrong:');
  await shows('`409 quote_already_paid`', 'quote_already_paid', paying(id));
  await shows('`404 quote_not_found`', 'quote_not_found', paying(UNKNOWN_ID));
  await shows(
    '`422 quote_incomplete`: a quote from before the policyholder’s phone was asked for. A new one is needed:',
    'quote_incomplete',
    { ...paying(incompleteQuote.id), key: incompleteQuote.key },
  );
  const other = (await quote({ vehicleId })).id;
  await shows(
    '`502 payment_provider_unavailable`: this attempt has failed, another may be made:',
    'payment_provider_unavailable',
    paying(other, '05 00 00 00 02'),
  );
  await page.whilePaused(() =>
    shows('`503 payment_unavailable`: an operator has paused payments:', 'payment_unavailable', paying(other)),
  );
};

const contracts = async (page: Page, vehicleId: string): Promise<void> => {
  const { says, shows, today } = page;
  const [contract] = (await page.get<{ data: readonly { id: string; documents: Fields }[] }>('/contract')).body.data;
  const path = `/contract/${contract?.id}`;
  says('## Contracts');
  await shows('With its certificate and the links to both documents, which open for an hour:', 200, { path });
  await shows('Its document in English, made when it is asked for; French without `language`:', 200, {
    path: `${path}/document?language=en`,
  });
  await shows('The receipt for what was paid:', 200, { path: `${path}/receipt` });
  const unreachable = await page.register({ ...page.car, licencePlate: 'AB127CD' });
  await page.insured({ vehicleId: unreachable.id, policyHolderPhone: '07 00 00 00 15' });
  await shows('List them. The certificate of this one is still to come, since the authority cannot be reached:', 200, {
    path: '/contract?limit=1',
  });
  says('What can go wrong:');
  await shows('`404 contract_not_found`', 'contract_not_found', { path: `/contract/${UNKNOWN_ID}` });
  const { pathname } = new URL(String(contract?.documents['certificateImageUrl']));
  await shows(
    '`404 not_found` for a link that was changed, or has ended. Read the contract again for a new one:',
    'not_found',
    { path: `${pathname}?expires=1&signature=x`, key: null },
  );

  const missed = await page.quote({ vehicleId, startDate: today });
  await page.clock.move({ now: `${daysAfter(today, 1)}T09:00:00Z` });
  says('## A day later', 'A quote can be paid until its first day, included. Then:');
  await shows('`422 quote_start_date_passed`', 'quote_start_date_passed', paying(missed.id));
};

const everywhere = async (page: Page, vehicleId: string): Promise<void> => {
  const { says, shows, adds, ask } = page;
  const body = await page.quoteInput({ vehicleId, policyHolderPhone: '07 00 00 12 34' });
  const keyed = (name: string, question: Question): Question => ({ ...question, headers: { 'idempotency-key': name } });
  says(
    '## Repeating a request',
    'A POST with an `Idempotency-Key` can be repeated for 24 hours: what it does is done once, and the first answer comes again.',
  );
  await ask(keyed('order-1', quoting(body)));
  await shows('The second time:', 201, keyed('order-1', quoting(body)));
  await shows(
    '`422 idempotency_key_reused`: the same key, and another request:',
    'idempotency_key_reused',
    keyed('order-1', quoting({ ...body, duration: 6 })),
  );
  const { id } = await page.quote({ vehicleId });
  // One of the two waits for the quote, and the other is told so.
  const both = await page.whileHeld(id, async () => {
    const asked = [ask(keyed('order-2', paying(id))), ask(keyed('order-2', paying(id)))];
    const what = '`409 request_in_progress`: the first request under the key is still being worked on:';
    adds(what, await Promise.race(asked));
    return asked;
  });
  const statuses = (await Promise.all(both)).map(({ status }) => status);
  if (statuses.toSorted().join() !== '201,409') throw new Error(`answered ${statuses.join()}`);

  says('## Reading again', 'An answer without links has a tag. Send it back, and what has not changed is not sent:');
  const path = '/quote?limit=1';
  const tag = (await ask({ path })).headers.get('etag') ?? '';
  await shows('`304`', 304, { path, headers: { 'if-none-match': tag } });
  says('## Limits', 'Every answer says how much may still be asked (`r`), and for how many seconds that counts (`t`):');
  await shows('`RateLimit`, and the limits behind it:', 200, {
    ...{ path: '/vehicle?limit=1&page=9', shown: ['ratelimit', 'ratelimit-policy'] },
  });
  says('## What can go wrong everywhere');
  await shows('`404 not_found`', 'not_found', { path: '/nothing' });
  await shows('`405 method_not_allowed`', 'method_not_allowed', { method: 'DELETE', path: '/vehicle' });
  await shows(
    '`400 invalid_request`, here of a query. A list refuses a parameter that it does not know, for a filter that does ' +
      'nothing would show what was not asked for:',
    'invalid_request',
    { path: '/vehicle?plate=AB123CD&limit=101' },
  );
  await shows(
    '`401 notification_refused` answers a provider’s notification that is not signed. Callers never receive it:',
    'notification_refused',
    { ...post('/notifications/wave', {}), key: null },
  );
  await page.whileBroken(() =>
    shows('`500 internal_error`: something is broken on our side:', 'internal_error', { path: '/vehicle' }),
  );
  const away = await page.whileAway(() =>
    eventually(
      () => ask({ path: '/vehicle' }),
      ({ status }) => status === 503,
    ),
  );
  adds('`503 service_unavailable`: the database is away for a moment:', away);
  // Asked last: from here on this address is not listened to for a while unless it has a valid key.
  const bad = Array.from({ length: MANY_BAD_KEYS }, () => ask({ path: '/coverage', key: 'no-such-key' }));
  const limited = (await Promise.all(bad)).find(({ body: { code } }) => code === 'rate_limited');
  if (!limited) throw new Error(`${MANY_BAD_KEYS} bad keys were all answered`);
  adds('`429 rate_limited`: too much was asked, here with keys that nobody has:', limited);
};

/** The last to tell: afterwards it is three months later. */
const events = async ({ says, shows, ask, clock, today }: Page): Promise<void> => {
  says('## Events');
  await shows('What has changed, oldest first; `next` is where to read on ([Events](events.md)):', 200, {
    path: '/event?type=contract.opened,certificate.issued&limit=2',
  });
  await clock.move({ now: `${daysAfter(today, 100)}T09:00:00Z` });
  const old: Question = { path: '/event?after=1&limit=1' };
  await eventually(
    () => ask(old),
    ({ body }) => body['code'] === 'position_forgotten',
  );
  await shows(
    '`410 position_forgotten`: events are kept for 90 days, and who has not read on by then starts anew:',
    'position_forgotten',
    old,
  );
};
