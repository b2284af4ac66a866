import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDate, withPaidAmount, type LocalDate, type Outcome, type StatementLine } from '@vehicle-insurance/core';
import type { HttpResult } from '@vehicle-insurance/http-client';
import { waveMobileMoney, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import { waveSimulator, type Simulator } from '@vehicle-insurance/simulators';
import {
  cut,
  json,
  scriptedServer,
  silence,
  timersDuring,
  type ScriptedRequest,
  type ScriptedServer,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { waveStatement } from '../src/wave/statement.ts';
import { payerConfirms, PAYERS } from './simulated-payers.ts';

const DAY = parseDate('2026-01-15') as LocalDate;
const KEY = 'wave_sn_prod_test';

const gatewayTo = (baseUrl: string, answerWithin = 10_000): MobileMoneyGateway =>
  waveMobileMoney({
    baseUrl,
    apiKey: KEY,
    notificationSecrets: ['secret'],
    returnUrls: { success: 'https://example.com/ok', error: 'https://example.com/ko' },
    timeouts: { others: answerWithin, statementRetry: 1 },
  });

type Pages = readonly Outcome<readonly StatementLine[]>[];

const read = async ({ statement }: Pick<MobileMoneyGateway, 'statement'>, day = DAY): Promise<Pages> => {
  const pages: Outcome<readonly StatementLine[]>[] = [];
  for await (const each of statement?.read(day) ?? expect.fail('Wave has a statement')) pages.push(each);
  return pages;
};

const outcomesOf = (pages: Pages): readonly string[] => pages.map(({ outcome }) => outcome);

const linesIn = (pages: Pages): readonly StatementLine[] =>
  pages.flatMap((each) => (each.outcome === 'done' ? each.value : [])).map((line) => withPaidAmount(line, 'net'));

const ROW = {
  ...{ timestamp: '2026-01-15T09:05:00Z', transaction_id: 'T1', amount: '103581', fee: '1046', currency: 'XOF' },
  ...{ client_reference: 'ours', counterparty_name: 'Awa Koné', counterparty_mobile: '+2250701020304' },
  balance: '9000000',
};
const { client_reference: _, ...UNREFERENCED } = ROW;
const pageOf = (items: readonly object[], next: string | null = null): object => ({
  page_info: { has_next_page: next !== null, end_cursor: next },
  items,
});

const answered = (body: object) =>
  ({ got: 'response', status: 200, location: null, type: null, isEmpty: false, body }) as const;

describe('the statement of waveMobileMoney', () => {
  let server: ScriptedServer;
  let gateway: MobileMoneyGateway;

  beforeEach(async () => {
    server = await scriptedServer();
    gateway = gatewayTo(server.url);
  });
  afterEach(async () => {
    await gateway.close();
    await server.close();
  });

  const answering = (...answers: readonly ((response: ServerResponse, asked: ScriptedRequest) => void)[]): void => {
    const left = [...answers];
    server.answer((response, asked) => (left.length > 1 ? left.shift() : left[0])?.(response, asked));
  };

  it('is read page by page, with every kind of line, and without data of the other party', async () => {
    const reversal = { ...ROW, transaction_id: 'T2', is_reversal: true, amount: '-103581', fee: '-1046' };
    const payout = { timestamp: '2026-01-15T20:00:00Z', transaction_id: 'T3', amount: -50_000, currency: 'XOF' };
    answering(json(200, pageOf([ROW, reversal], 'a b')), json(200, pageOf([payout])));
    const [morning, evening] = ['2026-01-15T09:05:00.000Z', '2026-01-15T20:00:00.000Z'];
    const ours = { provider: 'wave', currency: 'XOF', reference: 'ours', at: morning };
    expect(linesIn(await read(gateway))).to.deep.equal([
      { ...ours, transactionId: 'T1', kind: 'payment', amount: 104_627, fee: 1046 },
      { ...ours, transactionId: 'T2', kind: 'refund', amount: -104_627, fee: -1046 },
      { ...ours, transactionId: 'T3', kind: 'other', amount: -50_000, fee: 0, reference: null, at: evening },
    ]);
    const path = '/v1/transactions?date=2026-01-15';
    expect(server.asked.map(({ url }) => url)).to.deep.equal([path, `${path}&after=a%20b`]);
  });

  it('declares that its amounts are net of the merchant’s fee', () => {
    expect(gateway.statement?.amounts).to.equal('net');
  });

  const PAYMENT = { transaction_type: 'api_checkout' };
  const REFUND = { transaction_type: 'api_checkout_refund' };
  const REFUND_IN_SHOP = { transaction_type: 'merchant_payment_refund' };
  const REVERSED_PAYOUT = { transaction_type: 'api_payout_reversal', is_reversal: true };
  for (const [title, row, line] of [
    ['a payment', { ...PAYMENT, amount: '3366', fee: '34' }, ['payment', 3400, 34]],
    ['a payment in a shop', { transaction_type: 'merchant_payment', amount: '99', fee: '1' }, ['payment', 100, 1]],
    ['a payment without a fee', { ...PAYMENT, amount: '3400', fee: null }, ['payment', 3400, 0]],
    ['one franc that is all fee', { transaction_type: 'merchant_payment', amount: '0', fee: '1' }, ['payment', 1, 1]],
    ['a sweep', { transaction_type: 'merchant_sweep', amount: '-9000', fee: '0' }, ['other', -9000, 0]],
    ['a line with amount zero', { amount: 0, fee: '0' }, ['other', 0, 0]],
    ['a refund with its fee', { ...REFUND, amount: '-3366', fee: '-34' }, ['refund', -3400]],
    ['a refund less its fee', { ...REFUND, amount: '-3366', fee: '34' }, ['refund', -3400]],
    ['a refund without a sign', { ...REFUND, is_reversal: true, amount: '3366', fee: '34' }, ['refund', -3400]],
    ['a refund in a shop', { ...REFUND_IN_SHOP, amount: '-3400', fee: '0' }, ['refund', -3400]],
    ['a reversed payment', { ...PAYMENT, is_reversal: true, amount: '-3400', fee: undefined }, ['refund', -3400]],
    ['a reversed payout', { ...REVERSED_PAYOUT, amount: '5000', fee: '50' }, ['other', 5050]],
  ] as const)
    it(`classifies ${title} by the amount that the payer paid`, async () => {
      answering(json(200, pageOf([{ ...ROW, ...row }])));
      const [found] = linesIn(await read(gateway));
      const [kind, amount, fee = found?.fee] = line;
      expect(found).to.include({ kind, amount, fee });
    });

  it('keeps the sign of a reversed payout, which is not a payment of ours', async () => {
    answering(json(200, pageOf([{ ...UNREFERENCED, is_reversal: true, amount: 50_000, fee: '0' }])));
    expect(linesIn(await read(gateway))[0]).to.include({ amount: 50_000, reference: null });
  });

  it('may have pages of several megabytes', async () => {
    const long = { ...ROW, business_user_name: 'x'.repeat(500) };
    const rows = Array.from({ length: 8_000 }, (_, index) => ({ ...long, transaction_id: `T_${index}` }));
    answering(json(200, pageOf(rows)));
    expect(linesIn(await read(gateway))).to.have.length(8_000);
  });

  for (const [what, failing] of Object.entries({
    'an outage': json(503, { code: 'away' }),
    'an unexplained error': json(500, {}),
    'too many requests': json(429, {}),
    'a broken connection': cut,
  }))
    it(`retries a page after ${what}, and returns no line twice`, async () => {
      answering(json(200, pageOf([ROW], 'next')), failing, json(200, pageOf([{ ...ROW, transaction_id: 'T2' }])));
      const pages = await read(gateway);
      expect(linesIn(pages).map(({ transactionId }) => transactionId)).to.deep.equal(['T1', 'T2']);
      expect(outcomesOf(pages)).to.deep.equal(['done', 'done']);
    });

  it('is requested again after its own pause, or after a longer one that Wave requests', async () => {
    for (const [retryAfter, waits] of [
      [0, 700],
      [900, 900],
    ] as const) {
      const busy: HttpResult = { ...answered({}), status: 429, retryAfter };
      const statement = waveStatement({ get: async () => busy, retryAfter: 700 });
      expect(await timersDuring(() => read({ statement }))).to.deep.equal([waits, waits]);
    }
  });

  const word = (info: object): object => ({ items: [ROW], page_info: info });
  for (const [what, answer, outcomes, asked] of [
    ['a long Retry-After', json(429, {}, { 'retry-after': '600' }), ['unknown'], 1],
    ['a refusal', json(403, { code: 'forbidden' }), ['unknown'], 1],
    ['a row without an id', pageOf([ROW, { ...ROW, transaction_id: undefined }]), ['unknown'], 1],
    ['a row without a currency', pageOf([ROW, { ...ROW, currency: undefined }]), ['unknown'], 1],
    ['a row without an amount', pageOf([ROW, { ...ROW, amount: undefined }]), ['unknown'], 1],
    ['a fractional amount', pageOf([{ ...ROW, amount: '10.5' }]), ['unknown'], 1],
    ['a fractional fee', pageOf([{ ...ROW, fee: '10.5' }]), ['unknown'], 1],
    ['an invalid time', pageOf([{ ...ROW, timestamp: 'yesterday' }]), ['unknown'], 1],
    ['a page without a list', { page_info: { has_next_page: false } }, ['unknown'], 1],
    ['a page that does not state whether there are more pages', { items: [ROW] }, ['unknown'], 1],
    ['a page with more pages but no cursor', word({ has_next_page: true }), ['unknown'], 1],
    ['a body that is not JSON', 'Bad gateway', ['unknown'], 1],
    ['a page whose cursor leads to itself', pageOf([ROW], 'same'), ['done', 'unknown'], 2],
    ['a last page with any cursor', word({ has_next_page: false, end_cursor: 'more' }), ['done'], 1],
  ] as const)
    it(`ends after ${what}, without another request`, async () => {
      answering(typeof answer === 'function' ? (answer as ReturnType<typeof json>) : json(200, answer));
      const pages = await read(gateway);
      expect(outcomesOf(pages)).to.deep.equal(outcomes);
      expect(server.asked).to.have.length(asked);
      if (what === 'a refusal') expect(pages[0]).to.have.nested.property('why.status', 403);
    });

  it('returns the lines before a page that gets no response, and then ends as unknown', async () => {
    answering(json(200, pageOf([ROW], 'next')), silence);
    const impatient = gatewayTo(server.url, 1_000);
    expect(outcomesOf(await read(impatient))).to.deep.equal(['done', 'unknown']);
    await impatient.close();
    expect(server.asked).to.have.length(4);
  });

  it('is unknown if it never ends, so that the day does not count as read', async () => {
    let asked = 0;
    const get = async () => answered(pageOf([], `page ${(asked += 1)}`));
    const endless = waveStatement({ get, retryAfter: 1 });
    const pages = await read({ statement: endless });
    expect(pages.at(-1)).to.deep.include({ outcome: 'unknown', why: { code: 'statement_too_long' } });
    expect([asked, endless.provider]).to.deep.equal([2_000, 'wave']);
  });
});

describe('the statement of the simulated Wave', () => {
  let now: Date;
  let dataDir: string;
  let simulator: Simulator;
  let gateway: MobileMoneyGateway;

  before(async () => {
    now = new Date('2026-01-15T23:58:00.000Z');
    dataDir = await mkdtemp(join(tmpdir(), 'wave-statement-'));
    const place = { host: '127.0.0.1', port: 0, dataDir };
    simulator = await waveSimulator({ ...place, now: () => now, apiKey: KEY, statementPageSize: 2 });
    gateway = gatewayTo(simulator.url);
  });
  after(async () => {
    await gateway.close();
    await simulator.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const paid = async (reference: string, amount: number): Promise<string> => {
    const opened = await gateway.open({ reference, amount, payer: PAYERS.opened });
    if (opened.outcome !== 'done') throw new Error('a session is opened');
    await payerConfirms(opened.value);
    return opened.value.id;
  };

  it('lists payments with a fee of one percent, refunds, and payments of another shop, by day and page', async () => {
    const id = await paid('ours', 121_450);
    await paid('of another shop', 999);
    await paid('on the next page', 300);
    await gateway.open({ reference: 'not paid', amount: 500, payer: PAYERS.opened });
    now = new Date('2026-01-16T00:01:00.000Z');
    await gateway.refund(id);
    const linesOf = async (day: string) =>
      linesIn(await read(gateway, parseDate(day))).map(({ kind, amount, fee, reference, at }) =>
        [kind, amount, fee, reference, at].join(' '),
      );
    expect(await linesOf('2026-01-15')).to.have.members([
      'payment 121450 1215 ours 2026-01-15T23:58:00.000Z',
      'payment 999 10 of another shop 2026-01-15T23:58:00.000Z',
      'payment 300 3 on the next page 2026-01-15T23:58:00.000Z',
    ]);
    expect(await linesOf('2026-01-16')).to.deep.equal(['refund -121450 -1215 ours 2026-01-16T00:01:00.000Z']);
    expect(await linesOf('2026-01-17')).to.deep.equal([]);
  });
});
