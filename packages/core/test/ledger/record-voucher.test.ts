import { EMPTY_CATALOGUE, type CounterpartyKind, type Entry, type VoucherKind } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { counterpartyNames } from '../../src/use-cases/ledger/file-voucher.ts';
import { closeMonth } from '../../src/use-cases/ledger/close-month.ts';
import { recordVoucher } from '../../src/use-cases/ledger/record-voucher.ts';
import { reverseVoucher } from '../../src/use-cases/ledger/reverse-voucher.ts';
import { START } from '../scenario.ts';
import { wideWorld } from '../wide-world.ts';

const OWN = 'Assurances du Golfe';
const TODAY = '2026-01-17';
const [FIRST_DAY, LATER] = ['2026-01-15', '2026-01-18'];

/** An insurer without entries, whose name is the code of another one. */
const LISTED = [
  { code: 'nouvelle', name: 'lagune' },
  { code: 'lagune', name: 'Assurances Lagune' },
];

/** Two providers, two insurers and three companies, whose payments and fees are booked. */
const paidWorld = async () => {
  const world = await wideWorld();
  const catalogue = { ...world.catalogue, current: async () => ({ ...EMPTY_CATALOGUE, insurers: LISTED }) };
  const it = { ...world, catalogue, insuranceCompany: OWN };
  await it.paid();
  await it.pass(45, 'days', 'payments');
  let recorded = 0;
  const record = (
    kind: string,
    party: Partial<Record<CounterpartyKind, string>>,
    amount: number | string,
    { elsewhere = {}, ...over }: { date?: string; reference?: string; preview?: boolean; elsewhere?: object } = {},
  ) =>
    recordVoucher({ ...it, ...elsewhere })({
      ...{ kind, ...party, amount: String(amount), date: TODAY, why: 'agreed with the accountant', by: 'Awa' },
      ...{ reference: `VIR-${(recorded += 1)}`, ...over },
    });
  const outcome = async (...given: Parameters<typeof record>): Promise<unknown> => {
    const done = await record(...given);
    return done.isErr() ? done.error : done.value.isBooked && 'booked';
  };
  const open = async (kind: VoucherKind, party: Partial<Record<CounterpartyKind, string>>): Promise<number> => {
    const refused = await outcome(kind, party, Number.MAX_SAFE_INTEGER, { preview: true });
    return (refused as { readonly open: number }).open;
  };
  const entries = async (): Promise<readonly Entry[]> =>
    (await Promise.all(it.companies.map(({ id }) => it.books.entries(id, null, 10_000)))).flat();
  /** Every balance that is not zero, by company, insurer, wallet and account. */
  const balances = async (): Promise<Readonly<Record<string, number>>> => {
    const all: Record<string, number> = {};
    for (const { companyId, insurer, wallet, postings } of await entries())
      for (const { account, amount } of postings) {
        const key = JSON.stringify([companyId, insurer, wallet, account]);
        all[key] = (all[key] ?? 0) + amount;
      }
    return Object.fromEntries(Object.entries(all).filter(([, amount]) => amount !== 0));
  };
  const accounts = async () => [
    ...new Set(Object.keys(await balances()).map((key) => (JSON.parse(key) as string[])[3])),
  ];
  return { ...it, record, outcome, open, entries, balances, accounts };
};

type PaidWorld = Awaited<ReturnType<typeof paidWorld>>;

const PROVIDERS = ['wave', 'cinetpay'].map((provider) => ({ provider }));
const INSURERS = ['lagune', 'plateau'].map((insurer) => ({ insurer }));

/** Records the whole amount, in two parts. */
const clear = async (it: PaidWorld, kind: VoucherKind, party: Partial<Record<CounterpartyKind, string>>) => {
  const open = await it.open(kind, party);
  const half = Math.floor(open / 2);
  for (const amount of [half, open - half]) (await it.record(kind, party, amount)).unwrap();
  expect(await it.open(kind, party), kind).to.equal(0);
};

describe('recording a voucher', () => {
  // Proves: books-vouchers-zero
  it('brings every account of every company, insurer and wallet to zero', async () => {
    const it = await paidWorld();
    expect(await it.accounts()).to.include.members([
      ...['wallet', 'provider_fees', 'merchant_fees', 'premium_due', 'commission'],
    ]);
    for (const provider of PROVIDERS) {
      (await it.record('merchant_fee', provider, 777)).unwrap();
      await clear(it, 'sweep', provider);
      (await it.record('merchant_invoice', provider, 5_003)).unwrap();
    }
    for (const insurer of INSURERS) await clear(it, 'remittance', insurer);
    for (const { name } of it.companies) await clear(it, 'commission', { company: name });
    for (const provider of PROVIDERS) await clear(it, 'fee_offset', provider);
    expect((await it.accounts()).toSorted()).to.deep.equal(['bank', 'provider_fees']);
    for (const provider of PROVIDERS) await clear(it, 'fee_margin', provider);
    expect(await it.balances()).to.deep.equal({});
    const days = { from: FIRST_DAY, until: LATER } as Parameters<typeof it.books.movements>[0];
    for (const each of await it.books.movements(days)) expect(each.debit, each.account).to.equal(each.credit);
  });

  it('moves only the accounts of its counterparty', async () => {
    const it = await paidWorld();
    const [company] = it.companies;
    for (const [kind, party, isOther] of [
      ['sweep', { provider: 'wave' }, (entry: Entry) => entry.wallet !== 'wave'],
      ['remittance', { insurer: 'lagune' }, (entry: Entry) => entry.insurer !== 'lagune'],
      ['commission', { company: company?.id ?? '' }, (entry: Entry) => entry.companyId !== company?.id],
    ] as const) {
      const voucher = (await it.record(kind, party, 1_001)).unwrap();
      const own = (await it.entries()).filter(({ subjectId }) => subjectId === voucher.voucher.id);
      const moved = own.flatMap(({ postings }) => postings.map(({ account }) => account));
      expect(voucher.moves.map(({ account }) => account)).to.have.members([...new Set(moved)]);
      expect(own.filter(isOther), kind).to.deep.equal([]);
      const bank = own.flatMap(({ postings }) => postings).filter(({ account }) => account === 'bank');
      expect(bank.reduce((total, { amount }) => total + amount, 0)).to.equal(kind === 'sweep' ? 1_001 : -1_001);
      for (const { paymentId, cause, bookedOn } of own)
        expect({ paymentId, cause, bookedOn }).to.deep.equal({ paymentId: null, cause: kind, bookedOn: TODAY });
    }
  });

  it('reports the balances before and after, books nothing in a preview, and stores author and reason', async () => {
    const it = await paidWorld();
    const party = { company: 'Courtage Plateau' };
    const open = await it.open('commission', party);
    const before = await it.entries();
    const shown = (await it.record('commission', party, '1\u202f000', { preview: true })).unwrap();
    expect(shown).to.deep.include({
      counterpartyName: 'Courtage Plateau',
      isBooked: false,
      moves: [
        { account: 'commission', before: -open, after: 1_000 - open },
        { account: 'bank', before: 0, after: -1_000 },
      ],
    });
    expect([await it.entries(), await it.books.vouchers(null, 9)]).to.deep.equal([before, []]);
    const lock = () => Promise.reject(new Error('locked'));
    const run: typeof it.unitOfWork.run = (work) =>
      it.unitOfWork.run((tx) => work({ ...tx, vouchers: { ...tx.vouchers, lock } }));
    const locked = { preview: true, elsewhere: { unitOfWork: { run } } };
    expect((await it.record('commission', party, 1_000, locked)).unwrap().moves).to.deep.equal(shown.moves);
    const { voucher, moves } = (await it.record('commission', party, 1_000)).unwrap();
    expect(moves).to.deep.equal(shown.moves);
    expect(await it.books.vouchers(null, 9)).to.deep.equal([{ ...voucher, reversedBy: null }]);
    expect(voucher).to.include({ by: 'Awa', why: 'agreed with the accountant', at: it.clock.now(), bookedOn: TODAY });
  });

  it('is refused for an amount that is not whole francs, or exceeds the open balance, which it reports', async () => {
    const it = await paidWorld();
    for (const amount of ['0', '-5', '1.5', '1e3', 'abc', '', '9007199254740992', '٣'])
      expect(await it.outcome('sweep', { provider: 'wave' }, amount), amount).to.deep.equal({
        code: 'amount_not_francs',
      });
    const open = await it.open('sweep', { provider: 'wave' });
    expect(open).to.be.above(0);
    expect(await it.outcome('sweep', { provider: 'wave' }, open + 1)).to.deep.equal({ code: 'amount_not_open', open });
    (await it.record('sweep', { provider: 'wave' }, open)).unwrap();
    expect(await it.outcome('sweep', { provider: 'wave' }, 1)).to.deep.equal({ code: 'amount_not_open', open: 0 });
  });

  it('is refused for an unknown counterparty, and for one that its kind does not require', async () => {
    const it = await paidWorld();
    expect(await it.outcome('sweep', { provider: 'unknown' }, 1)).to.deep.equal({ code: 'provider_not_found' });
    expect(await it.outcome('remittance', { insurer: 'unknown' }, 1)).to.deep.equal({ code: 'insurer_not_found' });
    expect(await it.outcome('commission', { company: 'unknown' }, 1)).to.deep.equal({ code: 'company_not_found' });
    const needs = { code: 'counterparty_differs', kind: 'remittance', needs: 'insurer' };
    for (const party of [{}, { provider: 'wave' }, { insurer: 'lagune', provider: 'wave' }])
      expect(await it.outcome('remittance', party, 1)).to.deep.equal(needs);
    const nothing = { code: 'amount_not_open', open: 0 };
    for (const insurer of ['-', OWN, 'nouvelle'])
      expect(await it.outcome('remittance', { insurer }, 1)).to.deep.equal(nothing);
    expect(await it.outcome('commission', { company: it.company.id }, 1)).to.deep.equal(nothing);
    expect(await it.outcome('refund', { provider: 'wave' }, 1)).to.have.property('code', 'invalid_request');
  });

  it('finds an insurer by code, or else by name, and reports the name of each counterparty', async () => {
    const it = await paidWorld();
    for (const [insurer, code, name] of [
      ['lagune', 'lagune', 'Assurances Lagune'],
      ['Assurances Lagune', 'lagune', 'Assurances Lagune'],
      ['plateau', 'plateau', 'plateau'],
    ] as const) {
      const { voucher, counterpartyName } = (await it.record('remittance', { insurer }, 1)).unwrap();
      expect([voucher.counterparty, counterpartyName], insurer).to.deep.equal([code, name]);
    }
    const nameOf = await counterpartyNames(it);
    expect(nameOf({ kind: 'remittance', counterparty: null })).to.equal(OWN);
    expect(nameOf({ kind: 'sweep', counterparty: 'wave' })).to.equal('wave');
  });

  it('is refused for a date in the future, before the first entry, or in a closed month', async () => {
    const it = await paidWorld();
    const sweep = (date: string) => it.outcome('sweep', { provider: 'wave' }, 1, { date });
    expect(await sweep(LATER)).to.deep.equal({ code: 'date_in_future' });
    expect(await sweep('2026-01-14')).to.deep.equal({ code: 'date_not_open', from: FIRST_DAY });
    expect(await sweep('2026-02-30')).to.have.property('code', 'invalid_request');
    const unsold = { date: FIRST_DAY, elsewhere: await wideWorld() };
    const notOpen = { code: 'date_not_open', from: undefined };
    expect(await it.outcome('sweep', { provider: 'wave' }, 1, unsold)).to.deep.equal(notOpen);
    it.at('2026-01-17T11:00:00.000Z');
    const onLater = { kind: 'sweep', provider: 'wave', amount: '1', date: LATER };
    const inAuckland = recordVoucher({ ...it, zone: 'Pacific/Auckland' });
    expect((await inAuckland({ ...onLater, reference: 'A', why: 'agreed', by: 'Awa' })).isOk()).to.equal(true);
    it.at('2026-02-01T10:00:00.000Z');
    (await closeMonth(it)({ month: '2026-01', by: 'Awa' }, () => undefined)).unwrap();
    expect(await sweep('2026-01-31')).to.deep.equal({ code: 'date_not_open', from: '2026-02-01' });
    expect(await sweep('2026-02-01')).to.equal('booked');
  });

  it('is refused if its kind and counterparty already have the reference, even if two people record it at once', async () => {
    const it = await paidWorld();
    const sweep = (provider: string) => it.outcome('sweep', { provider }, 10, { reference: ' VIR-7 ' });
    const both = await Promise.all([sweep('wave'), sweep('wave')]);
    const [voucher] = await it.books.vouchers(null, 9);
    expect(both).to.have.deep.members(['booked', { code: 'reference_recorded', voucher }]);
    expect(await sweep('cinetpay')).to.equal('booked');
    expect(await it.outcome('merchant_fee', { provider: 'wave' }, 10, { reference: 'VIR-7' })).to.equal('booked');
  });

  // Proves: books-vouchers-once
  it('books the same open balance only once, even if two people record it at once', async () => {
    const it = await paidWorld();
    const insurer = { insurer: 'lagune' };
    const open = await it.open('remittance', insurer);
    const both = await Promise.all([it.outcome('remittance', insurer, open), it.outcome('remittance', insurer, open)]);
    expect(both).to.have.deep.members(['booked', { code: 'amount_not_open', open: 0 }]);
    expect(await it.open('remittance', insurer)).to.equal(0);
  });
});

describe('reversing a voucher', () => {
  const reverse = (it: PaidWorld, voucherId: string, preview = false) =>
    reverseVoucher(it)({ voucherId, why: 'a wrong amount', by: 'Koffi', preview });

  it('books the opposite entries today, so that its reference can be recorded again', async () => {
    const it = await paidWorld();
    const before = await it.balances();
    const { voucher } = (await it.record('sweep', { provider: 'wave' }, 1_001, { reference: 'VIR-7' })).unwrap();
    const booked = await it.balances();
    expect((await reverse(it, voucher.id, true)).unwrap().isBooked).to.equal(false);
    expect(await it.balances()).to.deep.equal(booked);
    it.at('2026-02-01T10:00:00.000Z');
    const { voucher: reversal, moves } = (await reverse(it, voucher.id)).unwrap();
    expect(moves).to.deep.include({ account: 'bank', before: 1_001, after: 0 });
    expect(await it.balances()).to.deep.equal(before);
    const entries = (await it.entries()).filter(({ subjectId }) => subjectId === reversal.id);
    const days = new Set(entries.map(({ cause, bookedOn }) => `${cause} ${bookedOn}`));
    expect([...days]).to.deep.equal(['voucher_reversed 2026-02-01']);
    expect(await it.books.vouchers(null, 9)).to.deep.equal([
      { ...reversal, reverses: voucher.id, by: 'Koffi', why: 'a wrong amount', reversedBy: null },
      { ...voucher, reversedBy: reversal.id },
    ]);
    expect(await it.outcome('sweep', { provider: 'wave' }, 1_002, { reference: 'VIR-7' })).to.equal('booked');
  });

  it('reports correct balances, even if other vouchers are reversed at the same time', async () => {
    const it = await paidWorld();
    const ids: string[] = [];
    for (const amount of [1_001, 2_002])
      ids.push((await it.record('sweep', { provider: 'wave' }, amount)).unwrap().voucher.id);
    const both = await Promise.all(ids.map((id) => reverse(it, id)));
    const banks = both.map((done) => done.unwrap().moves.find(({ account }) => account === 'bank'));
    expect(banks.map((bank) => bank?.before)).to.deep.equal([3_003, 2_002]);
    expect(banks.map((bank) => bank?.after)).to.deep.equal([2_002, 0]);
  });

  it('is refused for an unknown voucher, for a reversal, and for a reversed voucher, even at the same moment', async () => {
    const it = await paidWorld();
    const { voucher } = (await it.record('sweep', { provider: 'wave' }, 1_001)).unwrap();
    const both = await Promise.all([reverse(it, voucher.id), reverse(it, voucher.id)]);
    const [done] = both.flatMap((each) => (each.isOk() ? each.value : []));
    const refused = both.flatMap((each) => (each.isErr() ? each.error : []));
    expect(refused).to.deep.equal([{ code: 'voucher_reversed', by: done?.voucher.id }]);
    for (const [id, code] of [
      [done?.voucher.id ?? '', 'voucher_is_reversal'],
      [START, 'voucher_not_found'],
    ] as const) {
      const again = await reverse(it, id);
      expect(again.isErr() && again.error).to.deep.equal({ code });
    }
  });
});
