import {
  jobs,
  later,
  payQuote,
  type Company,
  type Francs,
  type Instant,
  type Job,
  type MobileMoney,
  type Payment,
  type Providers,
  type Quote,
} from '@vehicle-insurance/core';
import {
  aCoverage,
  anotherQuote,
  aPremium,
  fakeMobileMoney,
  fakeStatement,
  inUnit,
  storedCompany,
  storedVehicle,
  type FakeMobileMoney,
} from '@vehicle-insurance/testkit';
import { PAYER, scenario } from './scenario.ts';

const INSURERS = ['lagune', 'plateau'] as const;

export interface Place {
  readonly name: string;
  readonly company: Company;
  readonly provider: FakeMobileMoney;
  readonly insurer: string;
  readonly quote: Quote;
  /** The amount that the payer is charged. The sum of any group of places differs from that of every other group. */
  readonly charged: Francs;
}

/** Two providers with statements, two insurers, three companies (one disabled): a job that omits one is noticed. */
export const wideWorld = async () => {
  const it = await scenario();
  const { clock, unitOfWork, zone, contractQueries, quoteQueries, paymentQueries } = it;
  const fakes = ['wave', 'cinetpay'].map((name) => fakeMobileMoney({ clock, name }));
  let opening: MobileMoney = fakes[0]!;
  const findFake = (name: string): FakeMobileMoney => fakes.find(({ provider }) => provider === name)!;
  const providers: Providers = {
    get opening() {
      return opening;
    },
    named: findFake,
    has: (name) => fakes.some(({ provider }) => provider === name),
  };
  const statements = fakes.map((fake) => fakeStatement(fake, zone));
  statements[1]!.tell((line) => ({ ...line, fee: 2 * line.fee }));
  const dependencies = { ...it, providers, statementSources: statements, merchantFees: { wave: 100, cinetpay: 200 } };
  const companies = [
    await storedCompany(unitOfWork, { name: 'Assur Lagune', enabled: false }),
    await storedCompany(unitOfWork, { name: 'Courtage Plateau' }),
    await storedCompany(unitOfWork, { name: 'Cabinet Cocody' }),
  ];
  const places: Place[] = [];
  for (const company of companies)
    for (const provider of fakes)
      for (const insurer of INSURERS) {
        const vehicle = await storedVehicle(unitOfWork, company.id);
        const amount = 100_000 + 1_000 * 2 ** places.length;
        const [line] = aPremium().lines;
        const premium = { amount, lines: [{ ...line!, amount, basis: null }] };
        const coverage = aCoverage({ insurer, commission: 1_337 });
        const { quote } = await anotherQuote(unitOfWork, company, vehicle, { premium, coverage });
        const name = `${company.name}, ${provider.provider}, ${insurer}`;
        places.push({ name, company, provider, insurer, quote, charged: amount + amount / 100 });
      }

  const run = async (...names: readonly Job[]): Promise<void> => {
    for (const name of names) await jobs(dependencies)[name]();
  };
  const ofPlace = async ({ company, quote }: Place) => {
    const found = await quoteQueries.status(company.id, quote.id);
    const id = found?.payment?.payment.id;
    const payment = id === undefined ? undefined : await paymentQueries.find(id);
    const contract = found?.contractId ? await contractQueries.find(company.id, found.contractId) : undefined;
    return { payment, contract };
  };
  const paymentOf = async (place: Place): Promise<Payment> => {
    const { payment } = await ofPlace(place);
    if (!payment) throw new Error(`${place.name} has no payment`);
    return payment.payment;
  };
  const open = async (): Promise<void> => {
    for (const { company, provider, quote } of places) {
      opening = provider;
      (await payQuote(dependencies)({ companyId: company.id, quoteId: quote.id, phoneNumber: PAYER })).unwrap();
    }
  };
  const confirm = async (): Promise<void> => {
    for (const place of places) place.provider.pay((await paymentOf(place)).id);
  };
  const confirmed = async (): Promise<void> => {
    await open();
    await confirm();
    clock.advance({ minutes: 3 });
  };
  /** Confirms payments whose debits outlive their sessions. */
  const confirmLate = async (): Promise<void> => {
    for (const fake of fakes) {
      fake.liveFor(120);
      fake.allow({ expire: false });
    }
    await open();
    clock.advance({ minutes: 45 });
    await confirm();
  };
  return {
    ...it,
    ...dependencies,
    ...{ fakes, companies, places, run, ofPlace, paymentOf, open, confirm, confirmed, confirmLate },
    unit: <Value>(work: Parameters<typeof inUnit<Value>>[1]) => inUnit(unitOfWork, work),
    each: async (value: (place: Place) => unknown): Promise<Readonly<Record<string, unknown>>> => {
      const all: Record<string, unknown> = {};
      for (const place of places) all[place.name] = await value(place);
      return all;
    },
    paid: async (): Promise<void> => {
      await confirmed();
      await run('payments');
    },
    pass: async (hours: number, ...names: readonly Job[]): Promise<void> => {
      for (let hour = 0; hour < hours; hour += 1) {
        clock.advance({ hours: 1 });
        await run(...names);
      }
    },
    at: (instant: string): void => clock.moveTo(instant as Instant),
    soon: (minutes: number): void => clock.moveTo(later(clock.now(), { minutes })),
  };
};

export type WideWorld = Awaited<ReturnType<typeof wideWorld>>;
