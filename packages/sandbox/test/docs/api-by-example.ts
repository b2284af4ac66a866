import { eventually } from '../sandbox.ts';
import { evenedOut } from './evened-out.ts';
import type { ExampleWorld } from './example-world.ts';
import type { Exchange, Question } from './exchange.ts';
import { events } from './tell-events.ts';
import { contracts, payments, quotes } from './tell-payments.ts';
import { vehicles } from './tell-vehicles.ts';
import { pay, quote, wish, type Page, type Tell } from './told-page.ts';

/** Bad keys one address may send in a minute, and some more. */
const MANY_BAD_KEYS = 1_000;

const HEAD = `# The API by example

For those who write a caller of the API. At its end you have seen every endpoint and every error, each as a request and
what the sandbox answered to it.

Nothing on this page is written by hand: \`npm run docs -- examples\` asks a sandbox and writes it, and a test asks again and
compares. Ids, times of day, links and addresses are evened out so that two runs read the same, and of a long list only
the first element is shown. What each field means is on the reference page at \`/docs\` of a running service.
`;

/** Asks a sandbox everything, and gives the page that shows it. */
export const apiByExample = async (world: ExampleWorld): Promise<string> => {
  const parts: string[] = [HEAD];
  const page: Page = {
    says: (...paragraphs) => void parts.push(...paragraphs.map((paragraph) => `${paragraph}\n`)),
    adds: (what, { text }) => void parts.push(`${what}\n`, text),
    shows: async (what, expected, question) => {
      const answer = await world.ask(question);
      if (expected !== answer.status && expected !== answer.body['code'])
        throw new Error(`expected ${expected}:\n${answer.text}`);
      page.adds(what, answer);
      return answer;
    },
  };
  for (const tell of [
    key,
    coverages,
    vehicles,
    quotes,
    payments,
    contracts,
    repeats,
    reads,
    limits,
    everywhere,
    events,
  ])
    await tell(page, world);
  return evenedOut(parts.join('\n'), world.traces);
};

const key: Tell = async (page) => {
  page.says(
    '## The key',
    'Every request carries the key of your company in `x-api-key`. Without one, or with one that nobody has:',
  );
  await page.shows('`401 unauthorized`', 'unauthorized', { path: '/coverage', key: null });
};

const coverages: Tell = async (page) => {
  page.says('## Coverages');
  await page.shows('Every coverage there is, in one answer:', 200, { path: '/coverage' });
};

const repeats: Tell = async (page, world) => {
  const { ask, whileHeld } = world;
  const { body } = await wish(world);
  const keyed = (name: string, question: Question): Question => ({ ...question, headers: { 'idempotency-key': name } });
  page.says(
    '## Repeating a request',
    'A POST with an `Idempotency-Key` can be repeated for 24 hours: what it does is done once, and the first answer comes again.',
  );
  await ask(keyed('order-1', quote(body)));
  await page.shows('The second time:', 201, keyed('order-1', quote(body)));
  await page.shows(
    '`422 idempotency_key_reused`: the same key, and another request:',
    'idempotency_key_reused',
    keyed('order-1', quote({ ...body, duration: 6 })),
  );
  const id = (await ask(quote(body))).body['id'];
  const paying = keyed('order-2', pay(id));
  // One of the two waits for the quote, and the other is told so.
  const both = await whileHeld(String(id), async () => {
    const asked = [ask(paying), ask(paying)];
    page.adds(
      '`409 request_in_progress`: the first request under the key is still being worked on:',
      await Promise.race(asked),
    );
    return asked;
  });
  const codes = (await Promise.all(both)).map(({ status, body: { code } }) =>
    typeof code === 'string' ? code : String(status),
  );
  if (codes.sort().join() !== '201,request_in_progress') throw new Error(`answered ${codes.join()}`);
};

const reads: Tell = async (page, { ask }) => {
  page.says(
    '## Reading again',
    'An answer without links has a tag. Send it back, and what has not changed is not sent:',
  );
  const path = '/quote?limit=1';
  const tag = (await ask({ path })).headers.get('etag') ?? '';
  await page.shows('`304`', 304, { path, headers: { 'if-none-match': tag } });
};

const limits: Tell = async (page) => {
  page.says(
    '## Limits',
    'Every answer says how much may still be asked (`r`), and for how many seconds that counts (`t`):',
  );
  await page.shows('`RateLimit`, and the limits behind it:', 200, {
    path: '/vehicle?limit=1&page=9',
    shown: ['ratelimit', 'ratelimit-policy'],
  });
};

const everywhere: Tell = async (page, { ask, whileAway, whileBroken }) => {
  page.says('## What can go wrong everywhere');
  await page.shows('`404 not_found`', 'not_found', { path: '/nothing' });
  await page.shows('`405 method_not_allowed`', 'method_not_allowed', { method: 'DELETE', path: '/vehicle' });
  await page.shows(
    '`400 invalid_request`, here of a query. A list refuses a parameter that it does not know, for a filter that does ' +
      'nothing would show what was not asked for:',
    'invalid_request',
    { path: '/vehicle?plate=AB123CD&limit=101' },
  );
  await page.shows(
    '`401 notice_refused` is what a provider is told whose notification is not signed. Callers never meet it:',
    'notice_refused',
    { method: 'POST', path: '/notifications/wave', key: null, body: {} },
  );
  await whileBroken(() =>
    page.shows('`500 internal_error`: something is broken on our side:', 'internal_error', { path: '/vehicle' }),
  );
  const away = await whileAway(() =>
    eventually(
      () => ask({ path: '/vehicle' }),
      ({ status }) => status === 503,
    ),
  );
  page.adds('`503 service_unavailable`: the database is away for a moment:', away);
  // Asked last: from here on this address is not listened to for a while unless it has a valid key.
  const bad = (): Promise<Exchange> => ask({ path: '/coverage', key: 'no-such-key' });
  for (let sent = 0; sent < MANY_BAD_KEYS; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, bad));
    const limited = answers.find(({ body }) => body['code'] === 'rate_limited');
    if (limited) {
      page.adds('`429 rate_limited`: too much was asked, here with keys that nobody has:', limited);
      return;
    }
  }
  throw new Error(`${MANY_BAD_KEYS} bad keys were all answered`);
};
