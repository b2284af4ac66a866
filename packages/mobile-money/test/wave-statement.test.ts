import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDate, type LocalDate, type Outcome, type StatementLine } from '@vehicle-insurance/core';
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

const linesIn = (read: readonly Outcome<readonly StatementLine[]>[]): readonly StatementLine[] =>
  read.flatMap((each) => (each.outcome === 'done' ? each.value : []));

const ROW = {
  timestamp: '2026-01-15T09:05:00Z',
  transaction_id: 'T1',
  amount: '104627',
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
    answering(json(200, { items: [{ ...ROW, amount: 0 }], page_info: { has_next_page: false, end_cursor: 'more' } }));
    const [line, ...more] = linesIn(await read(gateway));
    expect(line).to.include({ amount: 0, kind: 'other' });
    expect(more).to.deep.equal([]);
    expect(server.asked).to.have.length(1);
  });

  it('keeps the sign of a payout’s reversal, which is no payment of ours', async () => {
    const { client_reference: _, ...ours } = ROW;
    answering(json(200, pageOf([{ ...ours, is_reversal: true, amount: 50_000 }])));
    const [line] = linesIn(await read(gateway));
    expect(line).to.include({ amount: 50_000, reference: null });
  });

  it('reads page after page, of every kind of line, and keeps nothing of the other side', async () => {
    const reversal = { ...ROW, transaction_id: 'T2', is_reversal: true, fee: '-1046' };
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
      '/v1/transactions?date=2026-01-15&first=500',
      '/v1/transactions?date=2026-01-15&first=500&after=a%20b',
    ]);
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
      const answer = await fetch(`${simulator.url}/v1/transactions?date=2026-01-16&first=2${after}`, {
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
    expect(amounts.toSorted()).to.deep.equal(['-121450', '100', '200', '300', '400', '500']);
  });

  it('refuses a strange date and a strange key', async () => {
    const status = async (query: string, key: string) =>
      (await fetch(`${simulator.url}/v1/transactions${query}`, { headers: { authorization: `Bearer ${key}` } })).status;
    expect(await status('?date=15.01.2026', 'wave_sn_prod_test')).to.equal(400);
    expect(await status('?date=2026-01-15', 'another key')).to.equal(401);
  });
});
