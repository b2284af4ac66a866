import { eventually } from '../sandbox.ts';
import type { Question } from './exchange.ts';
import { dayAfter, UNKNOWN_ID, pay, quote, wish, type Tell } from './told-page.ts';

export const quotes: Tell = async (page, world) => {
  const { body, bike } = await wish(world);
  page.says('## Quotes');
  const { body: created } = await page.shows(
    'Price a vehicle under a coverage. The price then stays as it is; `premiumLines` tell what it is made of:',
    201,
    quote(body),
  );
  await page.shows('Read it again later, with where it stands by then:', 200, {
    path: `/quote/${String(created['id'])}`,
  });
  await page.shows('List the quotes of one vehicle:', 200, {
    path: `/quote?vehicleId=${String(body.vehicleId)}&limit=1`,
  });
  page.says('What can go wrong, beside `invalid_request` and `vehicle_not_found`:');
  await page.shows('`404 coverage_not_found`', 'coverage_not_found', quote({ ...body, coverageId: UNKNOWN_ID }));
  await page.shows(
    '`422 coverage_not_available`, here since the coverage is for motorbikes:',
    'coverage_not_available',
    quote({ ...body, coverageId: bike }),
  );
};

export const payments: Tell = async (page, world) => {
  const { ask, press, whilePaused, incompleteQuote } = world;
  const made = async () => (await ask(quote((await wish(world)).body))).body['id'];
  const id = await made();
  const status: Question = { path: `/quote/${String(id)}/status` };
  const ends = (expected: string) =>
    eventually(
      () => ask(status),
      ({ body }) => body['status'] === expected,
    );
  page.says('## Payments');
  const first = await page.shows(
    'Open a payment. The payer has 30 minutes to confirm at `paymentUrl`, and only this number can:',
    201,
    pay(id),
  );
  await page.shows('Ask how it stands; `Retry-After` says when to ask again:', 200, status);
  await page.shows(
    '`409 payment_in_progress`: a second call opens nothing, and names the payment that waits:',
    'payment_in_progress',
    pay(id),
  );
  await press('refuse', first.body['paymentUrl']);
  page.adds('The payer has refused: the quote can be paid again.', await ends('awaiting_payment'));
  const second = await ask(pay(id));
  await press('confirm', second.body['paymentUrl']);
  page.adds('Another payment was opened and confirmed. The quote has its contract:', await ends('pending'));
  // What is told next is told after all that comes of it: events show the order.
  await documented(world);

  page.says('What else can go wrong:');
  await page.shows('`409 quote_already_paid`', 'quote_already_paid', pay(id));
  await page.shows('`404 quote_not_found`', 'quote_not_found', pay(UNKNOWN_ID));
  await page.shows(
    '`422 quote_incomplete`: a quote from before the policyholder’s phone was asked for. A new one is needed:',
    'quote_incomplete',
    { ...pay(incompleteQuote.id), key: incompleteQuote.key },
  );
  const other = await made();
  await page.shows(
    '`502 payment_provider_unavailable`: this attempt has failed, another may be made:',
    'payment_provider_unavailable',
    pay(other, '05 00 00 00 02'),
  );
  await whilePaused(() =>
    page.shows('`503 payment_unavailable`: an operator has paused payments:', 'payment_unavailable', pay(other)),
  );
};

type Contract = Readonly<Record<string, unknown>>;

const links = (contract: Contract | undefined): readonly unknown[] =>
  Object.values((contract?.['documents'] ?? {}) as Readonly<Record<string, unknown>>);

/** The latest contract, once it has its certificate and both documents. */
const documented = async ({ ask }: Parameters<Tell>[1]): Promise<Contract | undefined> => {
  const list = async () => (await ask({ path: '/contract' })).body['data'] as readonly Contract[];
  const [contract] = await eventually(list, ([one]) => one !== undefined && !links(one).includes(null));
  return contract;
};

export const contracts: Tell = async (page, world) => {
  const { ask, press, today, moveClock } = world;
  const contract = await documented(world);
  page.says('## Contracts');
  await page.shows('With its certificate and the links to both documents, which open for an hour:', 200, {
    path: `/contract/${String(contract?.['id'])}`,
  });
  await page.shows('Its document in English, made when it is asked for; French without `language`:', 200, {
    path: `/contract/${String(contract?.['id'])}/document?language=en`,
  });
  await page.shows('The receipt for what was paid:', 200, { path: `/contract/${String(contract?.['id'])}/receipt` });
  const unreachable = (await wish(world, { policyHolderPhone: '07 00 00 00 15' })).body;
  const vehicle = await ask({ method: 'POST', path: '/vehicle', body: { ...world.car, licencePlate: 'AB127CD' } });
  const late = (await ask(quote({ ...unreachable, vehicleId: vehicle.body['id'] }))).body['id'];
  await press('confirm', (await ask(pay(late))).body['paymentUrl']);
  await eventually(
    () => ask({ path: `/quote/${String(late)}/status` }),
    ({ body }) => body['contractId'] !== null,
  );
  await page.shows(
    'List them. The certificate of this one is still to come, since the authority cannot be reached:',
    200,
    { path: '/contract?limit=1' },
  );
  page.says('What can go wrong:');
  await page.shows('`404 contract_not_found`', 'contract_not_found', { path: `/contract/${UNKNOWN_ID}` });
  const [link = ''] = links(contract).map(String);
  const { pathname } = new URL(link);
  await page.shows(
    '`404 not_found` for a link that was changed, or has ended. Read the contract again for a new one:',
    'not_found',
    { path: `${pathname}?expires=1&signature=x`, key: null },
  );

  const missed = (await ask(quote((await wish(world, { startDate: today })).body))).body['id'];
  await moveClock(`${dayAfter(today, 1)}T09:00:00Z`);
  page.says('## A day later', 'A quote can be paid until its first day, included. Then:');
  await page.shows('`422 quote_start_date_passed`', 'quote_start_date_passed', pay(missed));
};
