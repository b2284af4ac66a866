import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDate, withPaidAmount, type LocalDate, type Outcome, type StatementLine } from '@vehicle-insurance/core';
import { waveMobileMoney, type MobileMoneyGateway } from '@vehicle-insurance/mobile-money';
import { waveSimulator, type Simulator } from '@vehicle-insurance/simulators';
import { cut, json, scriptedServer, silence, type Asked, type ScriptedServer } from '@vehicle-insurance/testkit';
import type { Answer } from '@vehicle-insurance/http-client';
import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import { waveStatement } from '../src/wave/statement.ts';
import { payerConfirms, PAYERS } from './simulated-payers.ts';

const DAY = parseDate('2026-01-15') as LocalDate;

const gatewayTo = (baseUrl: string, answerWithin = 10_000): MobileMoneyGateway =>
  waveMobileMoney({
    baseUrl,
    apiKey: 'wave_sn_prod_test',
    notificationSecrets: ['secret'],
    returnUrls: { success: 'https://example.com/ok', error: 'https://example.com/ko' },
    timeouts: { others: answerWithin, statementRetry: 1 },
  });

const read = async (gateway: MobileMoneyGateway, day = DAY): Promise<Outcome<readonly StatementLine[]>[]> => {
  if (!gateway.statement) throw new Error('Wave has a statement');
  const all: Outcome<readonly StatementLine[]>[] = [];
  for await (const each of gateway.statement.read(day)) all.push(each);
  return all;
};

/** The lines with what payers paid, as the service compares them. */
const linesIn = (read: readonly Outcome<readonly StatementLine[]>[]): readonly StatementLine[] =>
  read.flatMap((each) => (each.outcome === 'done' ? each.value : [])).map((line) => withPaidAmount(line, 'net'));

const ROW = {
  timestamp: '2026-01-15T09:05:00Z',
  transaction_id: 'T1',
  amount: '103581',
  fee: '1046',
  currency: 'XOF',
  client_reference: 'ours',
  counterparty_name: 'Awa Koné',
  counterparty_mobile: '+2250701020304',
  balance: '9000000',
};
const pageOf = (items: readonly object[], next: string | null = null): object => ({
  page_info: { has_next_page: next !== null, end_cursor: next },
  items,
});

describe('What waveMobileMoney makes of a statement', () => {
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

  const answering = (...answers: readonly ((response: ServerResponse, asked: Asked) => void)[]): void => {
    const left = [...answers];
    server.answer((response, asked) => (left.length > 1 ? left.shift() : left[0])?.(response, asked));
  };

  it('ends with the page that says so, whatever cursor it has, and takes a line of nothing for no payment', async () => {
    answering(
      json(200, { items: [{ ...ROW, amount: 0, fee: '0' }], page_info: { has_next_page: false, end_cursor: 'more' } }),
    );
    const [line, ...more] = linesIn(await read(gateway));
    expect(line).to.include({ amount: 0, kind: 'other' });
    expect(more).to.deep.equal([]);
    expect(server.asked).to.have.length(1);
  });

  it('keeps the sign of a payout’s reversal, which is no payment of ours', async () => {
    const { client_reference: _, ...ours } = ROW;
    answering(json(200, pageOf([{ ...ours, is_reversal: true, amount: 50_000, fee: '0' }])));
    const [line] = linesIn(await read(gateway));
    expect(line).to.include({ amount: 50_000, reference: null });
  });

  it('reads page after page, of every kind of line, and keeps nothing of the other side', async () => {
    const reversal = { ...ROW, transaction_id: 'T2', is_reversal: true, amount: '-103581', fee: '-1046' };
    const payout = { timestamp: '2026-01-15T20:00:00Z', transaction_id: 'T3', amount: -50_000, currency: 'XOF' };
    answering(json(200, pageOf([ROW, reversal], 'a b')), json(200, pageOf([payout])));
    expect(linesIn(await read(gateway))).to.deep.equal([
      {
        provider: 'wave',
        transactionId: 'T1',
        kind: 'payment',
        amount: 104_627,
        fee: 1046,
        currency: 'XOF',
        reference: 'ours',
        at: '2026-01-15T09:05:00.000Z',
      },
      {
        provider: 'wave',
        transactionId: 'T2',
        kind: 'refund',
        amount: -104_627,
        fee: -1046,
        currency: 'XOF',
        reference: 'ours',
        at: '2026-01-15T09:05:00.000Z',
      },
      {
        provider: 'wave',
        transactionId: 'T3',
        kind: 'other',
        amount: -50_000,
        fee: 0,
        currency: 'XOF',
        reference: null,
        at: '2026-01-15T20:00:00.000Z',
      },
    ]);
    expect(server.asked.map(({ url }) => url)).to.deep.equal([
      '/v1/transactions?date=2026-01-15',
      '/v1/transactions?date=2026-01-15&after=a%20b',
    ]);
  });

  it('declares its amounts net of the merchant’s fee, and gives what the payer of a documented row paid', async () => {
    expect(gateway.statement?.amounts).to.equal('net');
    const rows = [
      { ...ROW, transaction_type: 'api_checkout', amount: '3366', fee: '34', government_tax_amount: '17' },
      { ...ROW, transaction_type: 'merchant_payment', amount: '99', fee: '1', government_tax_paid_by_wave: null },
      { ...ROW, transaction_type: 'api_checkout', amount: '3400', fee: null },
      // Of a payment of one franc the fee leaves nothing.
      { ...ROW, transaction_type: 'merchant_payment', amount: '0', fee: '1' },
      { ...ROW, transaction_type: 'merchant_sweep', amount: '-9000', fee: '0' },
    ].map((row, index) => ({ ...row, transaction_id: `T${index}` }));
    answering(json(200, pageOf(rows)));
    expect(linesIn(await read(gateway)).map(({ kind, amount, fee }) => [kind, amount, fee])).to.deep.equal([
      ['payment', 3400, 34],
      ['payment', 100, 1],
      ['payment', 3400, 0],
      ['payment', 1, 1],
      ['other', -9000, 0],
    ]);
  });

  it('reads a refund as the whole amount that went back, whatever signs its row has and whether the fee came back', async () => {
    const rows = [
      { transaction_type: 'api_checkout_refund', amount: '-3366', fee: '-34' },
      { transaction_type: 'api_checkout_refund', amount: '-3366', fee: '34' },
      { transaction_type: 'api_checkout_refund', is_reversal: true, amount: '3366', fee: '34' },
      { transaction_type: 'merchant_payment_refund', amount: '-3400', fee: '0' },
      { transaction_type: 'api_checkout', is_reversal: true, amount: '-3400', fee: undefined },
    ].map((row, index) => ({ ...ROW, ...row, transaction_id: `T${index}` }));
    answering(json(200, pageOf(rows)));
    for (const line of linesIn(await read(gateway)))
      expect(line, line.transactionId).to.include({ kind: 'refund', amount: -3400 });
  });

  it('takes a reversed payout for no refund of a payment', async () => {
    const row = { ...ROW, transaction_type: 'api_payout_reversal', is_reversal: true, amount: '5000', fee: '50' };
    answering(json(200, pageOf([row])));
    expect(linesIn(await read(gateway))[0]).to.include({ kind: 'other', amount: 5050 });
  });

  it('reads pages of a thousand rows and of several megabytes', async () => {
    const rows = (count: number, page: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...ROW,
        transaction_id: `T_${page}_${index}`,
        business_user_name: 'x'.repeat(500),
      }));
    answering(json(200, pageOf(rows(1_000, 1), 'second')), json(200, pageOf(rows(8_000, 2))));
    const pages = await read(gateway);
    expect(pages.map(({ outcome }) => outcome)).to.deep.equal(['done', 'done']);
    expect(linesIn(pages)).to.have.length(9_000);
  });

  for (const [what, failing] of Object.entries({
    'an error of its own': json(503, { code: 'away' }),
    'an error it does not explain': json(500, {}),
    'too many requests': json(429, {}),
    'a broken connection': cut,
  }))
    it(`asks for a page again after ${what}, and keeps no line twice`, async () => {
      answering(json(200, pageOf([ROW], 'next')), failing, json(200, pageOf([{ ...ROW, transaction_id: 'T2' }])));
      const pages = await read(gateway);
      expect(linesIn(pages).map(({ transactionId }) => transactionId)).to.deep.equal(['T1', 'T2']);
      expect(pages.map(({ outcome }) => outcome)).to.deep.equal(['done', 'done']);
    });

  it('is not asked for again at once if Wave asks for a long pause', async () => {
    answering(json(429, {}, { 'retry-after': '600' }));
    expect((await read(gateway)).map(({ outcome }) => outcome)).to.deep.equal(['unknown']);
    expect(server.asked).to.have.length(1);
  });

  it('ends as unknown where a page stays unanswered, with the lines before it', async () => {
    answering(json(200, pageOf([ROW], 'next')), silence);
    const impatient = gatewayTo(server.url, 1_000);
    const pages = await read(impatient);
    await impatient.close();
    expect(pages.map(({ outcome }) => outcome)).to.deep.equal(['done', 'unknown']);
    expect(server.asked).to.have.length(4);
  });

  it('is unknown where it never ends, so that nothing counts as read', async () => {
    let asked = 0;
    const page = () =>
      ({
        got: 'answer',
        status: 200,
        location: null,
        type: null,
        isEmpty: false,
        body: pageOf([], `page ${asked}`),
      }) satisfies Answer;
    const endless = waveStatement({ get: () => ((asked += 1), Promise.resolve(page())), retryAfter: 1 });
    const pages: Outcome<readonly StatementLine[]>[] = [];
    for await (const each of endless.read(DAY)) pages.push(each);
    expect(pages.at(-1)).to.include({ outcome: 'unknown', why: 'the statement has more pages than a day can have' });
    expect([asked, endless.provider]).to.deep.equal([2_000, 'wave']);
  });

  it('does not ask again where it is refused', async () => {
    answering(json(403, { code: 'forbidden' }));
    expect((await read(gateway))[0]).to.deep.include({ outcome: 'unknown', why: 'the provider answered 403' });
    expect(server.asked).to.have.length(1);
  });

  for (const [what, body] of Object.entries({
    'a row without an id': pageOf([ROW, { ...ROW, transaction_id: undefined }]),
    'a row without a currency': pageOf([ROW, { ...ROW, currency: undefined }]),
    'a row without an amount': pageOf([ROW, { ...ROW, amount: undefined }]),
    'an amount in parts of a franc': pageOf([{ ...ROW, amount: '10.5' }]),
    'a fee in parts of a franc': pageOf([{ ...ROW, fee: '10.5' }]),
    'a time that is none': pageOf([{ ...ROW, timestamp: 'yesterday' }]),
    'no list': { page_info: { has_next_page: false } },
    'no word on whether it goes on': { items: [ROW] },
    'more pages, and no way to them': { items: [ROW], page_info: { has_next_page: true } },
    'no JSON': 'Bad gateway',
  }))
    it(`takes nothing from a page with ${what}`, async () => {
      answering(json(200, body));
      const [first, ...more] = await read(gateway);
      expect([first?.outcome, more.length]).to.deep.equal(['unknown', 0]);
    });

  it('ends where a page leads to itself', async () => {
    answering(json(200, pageOf([ROW], 'same')));
    expect((await read(gateway)).map(({ outcome }) => outcome)).to.deep.equal(['done', 'unknown']);
  });
});

describe('The statement of the simulated Wave', () => {
  let now: Date;
  let dataDir: string;
  let simulator: Simulator;
  let gateway: MobileMoneyGateway;

  before(async () => {
    now = new Date('2026-01-15T23:58:00.000Z');
    dataDir = await mkdtemp(join(tmpdir(), 'wave-statement-'));
    simulator = await waveSimulator({
      host: '127.0.0.1',
      port: 0,
      dataDir,
      now: () => now,
      apiKey: 'wave_sn_prod_test',
      statementPageSize: 2,
    });
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

  it('lists payments with a fee of one percent, rounded, refunds, and what another shop was paid, each on its day', async () => {
    const id = await paid('ours', 121_450);
    await paid('of another shop', 999);
    await gateway.open({ reference: 'not paid', amount: 500, payer: PAYERS.opened });
    now = new Date('2026-01-16T00:01:00.000Z');
    await gateway.refund(id);
    const told = async (day: string) =>
      linesIn(await read(gateway, parseDate(day))).map(({ kind, amount, fee, reference, at }) => ({
        kind,
        amount,
        fee,
        reference,
        at,
      }));
    const before = '2026-01-15T23:58:00.000Z';
    expect(await told('2026-01-15')).to.have.deep.members([
      { kind: 'payment', amount: 121_450, fee: 1215, reference: 'ours', at: before },
      { kind: 'payment', amount: 999, fee: 10, reference: 'of another shop', at: before },
    ]);
    expect(await told('2026-01-16')).to.deep.equal([
      { kind: 'refund', amount: -121_450, fee: -1215, reference: 'ours', at: now.toISOString() },
    ]);
    expect(await told('2026-01-17')).to.deep.equal([]);
  });

  it('gives its lines in pages, none twice and none left out', async () => {
    for (let count = 1; count <= 5; count += 1) await paid(`page ${count}`, count * 100);
    const amounts: string[] = [];
    let after = '';
    for (;;) {
      const answer = await fetch(`${simulator.url}/v1/transactions?date=2026-01-16${after}`, {
        headers: { authorization: 'Bearer wave_sn_prod_test' },
      });
      const page = (await answer.json()) as {
        readonly items: readonly { readonly amount: string }[];
        readonly page_info: { readonly has_next_page: boolean; readonly end_cursor: string };
      };
      expect(page.items.length).to.be.at.most(2);
      amounts.push(...page.items.map(({ amount }) => amount));
      if (!page.page_info.has_next_page) break;
      after = `&after=${page.page_info.end_cursor}`;
    }
    expect(amounts.toSorted()).to.deep.equal(['-120235', '198', '297', '396', '495', '99']);
  });

  it('reports as Wave does: net amounts, the fee, the type, and a balance that runs over the days', async () => {
    const rows = async (day: string, after = ''): Promise<readonly Readonly<Record<string, unknown>>[]> => {
      const answer = await fetch(`${simulator.url}/v1/transactions?date=${day}${after}`, {
        headers: { authorization: 'Bearer wave_sn_prod_test' },
      });
      const { items, page_info: info } = (await answer.json()) as {
        readonly items: readonly Readonly<Record<string, unknown>>[];
        readonly page_info: { readonly has_next_page: boolean; readonly end_cursor: string };
      };
      return info.has_next_page ? [...items, ...(await rows(day, `&after=${info.end_cursor}`))] : items;
    };
    const all = [...(await rows('2026-01-15')), ...(await rows('2026-01-16'))];
    expect(all.length).to.be.above(4);
    let balance = 0;
    for (const row of all) {
      balance += Number(row['amount']);
      expect(row['balance']).to.equal(String(balance));
      const paid = Math.abs(Number(row['amount']) + Number(row['fee']));
      expect(Math.abs(Number(row['fee']))).to.equal(Math.round(paid / 100));
      const isRefund = row['is_reversal'] === true;
      expect(row['transaction_type']).to.equal(isRefund ? 'api_checkout_refund' : 'api_checkout');
      expect(row['checkout_api_session_id']).to.match(/^cos-/);
    }
  });

  it('refuses a strange date and a strange key', async () => {
    const status = async (query: string, key: string) =>
      (await fetch(`${simulator.url}/v1/transactions${query}`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await status('?date=15.01.2026', 'wave_sn_prod_test')).to.equal(400);
    expect(await status('?date=2026-01-15', 'another key')).to.equal(401);
  });
});
