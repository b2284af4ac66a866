import { search, type Quote } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { aPayment, aPaymentSession } from '../builders/payment.ts';
import { aQuote } from '../builders/quote.ts';
import { aVehicle } from '../builders/vehicle.ts';
import { storeCases, type StoreBench } from './store-bench.ts';

/** Two numbers of matches: more than are listed, and more than are counted. */
const [MORE, MANY] = [12, 60];

interface Client {
  readonly plate: string;
  readonly phone: string;
  readonly provider?: string;
  readonly policyNumber: string;
}

/**
 * The policy numbers are fixed, because a search for digits also finds the policies whose number ends in these digits.
 */
const CLIENTS: Readonly<Record<string, Client>> = {
  'Aminata Koné': { plate: 'AB-1234-CD', phone: '+2250701020304', policyNumber: 'VI-7-2026-000123' },
  'Konaté Ami': { plate: '4321EF01', phone: '+2250505060708', policyNumber: 'VI-7-2026-000456', provider: 'cinetpay' },
  'Yao N’Guessan-Brou': { plate: 'GH567IJ', phone: '+2250101010199', policyNumber: 'VI-8-2026-000111' },
  "Marie d'Almeida": { plate: 'KL890MN', phone: '+2250707770707', policyNumber: 'VI-8-2026-000222' },
  'محمّد كوني': { plate: 'OP246QR', phone: '+2250777777777', policyNumber: 'VI-9-2026-000555' },
  'Ŋɔnɛ Œuvré': { plate: 'ST135UV', phone: '+2250788888888', policyNumber: 'VI-9-2026-000666' },
};

/** The clients, each with a contract, in three companies. */
const ofThreeCompanies = async (store: StoreBench) => {
  const companies = [
    await store.addCompany({ name: 'Courtage Lagune' }),
    await store.addCompany({ name: 'Éléphant Assurances' }),
    await store.addCompany({ name: "L'Union d'Abidjan" }),
  ];
  const insured = new Map<string, Awaited<ReturnType<typeof insure>>>();
  const insure = async (name: string, client: Client, n: number) => {
    const company = companies[n % companies.length]!;
    const vehicle = await store.addVehicle(company.id, { licencePlate: client.plate });
    const stored = await store.addQuoteFor({ company, vehicle }, { policyholder: { name, phone: client.phone } });
    const { policyNumber } = client;
    const payment = { payer: client.phone, provider: client.provider ?? 'wave' };
    return store.addContract({ payment, contract: { policyNumber } }, stored);
  };
  for (const [n, [name, client]] of Object.entries(CLIENTS).entries()) insured.set(name, await insure(name, client, n));
  return (name: string) => insured.get(name)!;
};

/** The names of the clients that a text finds. */
const namesFound = async (store: StoreBench, typed: string): Promise<readonly string[]> =>
  (await search(store)(typed)).clients.matches.map(({ policyholder }) => policyholder.name);

/** A quote for each name, each with a separate vehicle. */
const addQuotes = async (store: StoreBench, names: readonly string[], over: Partial<Quote> = {}) => {
  const { id: companyId } = await store.addCompany();
  await store.unit(async ({ vehicles, quotes }) => {
    for (const name of names) {
      const vehicle = aVehicle({ companyId });
      await vehicles.add(vehicle);
      await quotes.add(
        aQuote({ companyId, vehicleId: vehicle.id, policyholder: { name, phone: '+2250102030405' }, ...over }),
      );
    }
  });
};

/** Finds objects by a whole value that an operator knows, or by a part of that value. */
export const searchContract = storeCases('Searches', {
  // Proves: searched-by-any-part
  'find a policyholder by beginnings of words in any order, with any accents and capitals': async (store) => {
    await ofThreeCompanies(store);
    for (const [typed, ...names] of [
      ['kone ami', 'Aminata Koné'],
      ['KONÉ', 'Aminata Koné'],
      ['  aMINata   k ', 'Aminata Koné'],
      ['ami kon', 'Konaté Ami', 'Aminata Koné'],
      ['nguessan', 'Yao N’Guessan-Brou'],
      ["n'guessan", 'Yao N’Guessan-Brou'],
      ['guessan yao', 'Yao N’Guessan-Brou'],
      ['brou', 'Yao N’Guessan-Brou'],
      ['dalmeida', "Marie d'Almeida"],
      ['d’Almeïda', "Marie d'Almeida"],
      ['محمد', 'محمّد كوني'],
      ['كوني محمد', 'محمّد كوني'],
      ['none oeuvre', 'Ŋɔnɛ Œuvré'],
      ['ŋɔnɛ', 'Ŋɔnɛ Œuvré'],
      ['kone 0304', 'Aminata Koné'],
    ] as const)
      expect(await namesFound(store, typed), typed).to.deep.equal(names);
    for (const typed of ['kone awa', 'k', 'aminatas', 'inata', 'kone 0305'])
      expect(await namesFound(store, typed), typed).to.deep.equal([]);
  },

  'find by a phone in any notation, or its last four digits or more': async (store) => {
    await ofThreeCompanies(store);
    for (const typed of [
      ...['+2250701020304', '2250701020304', '00225 07 01 02 03 04', '0701020304', '07.01.02.03.04'],
      ...['(+225) 07-01-02-03-04', '07\u00a001\u00a002\u00a003\u00a004', '0304', '03 04', '1020304'],
    ]) {
      const { clients, payments, contracts } = await search(store)(typed);
      expect(
        [clients, payments, contracts].map(({ matches }) => matches.length),
        typed,
      ).to.deep.equal([1, 1, 1]);
      expect(clients.matches[0]?.policyholder.name, typed).to.equal('Aminata Koné');
    }
    for (const typed of ['304', '0701', '+33701020304'])
      expect((await search(store)(typed)).payments.matches, typed).to.deep.equal([]);
  },

  'find by the payer’s phone even if another person is insured': async (store) => {
    const { quote } = await store.addQuote();
    const { id } = await store.addPayment(aPayment({ payer: '+2250599887766' }), quote);
    for (const typed of ['7766', '05 99 88 77 66'])
      expect((await search(store)(typed)).payments.matches.map(({ payment }) => payment.id)).to.deep.equal([id]);
  },

  'find by any three characters of a plate, with any separators': async (store) => {
    await ofThreeCompanies(store);
    for (const [typed, plate] of [
      ['AB-1234-CD', 'AB-1234-CD'],
      ['ab 1234 cd', 'AB-1234-CD'],
      ['b12', 'AB-1234-CD'],
      ['234-c', 'AB-1234-CD'],
      ['4cd', 'AB-1234-CD'],
      ['21 ef 01', '4321EF01'],
    ] as const) {
      const { vehicles, contracts } = await search(store)(typed);
      expect(
        vehicles.matches.map(({ licencePlate }) => licencePlate),
        typed,
      ).to.deep.equal([plate]);
      expect(contracts.matches.map(({ vehicle }) => vehicle.licencePlate)).to.deep.equal([plate]);
    }
    for (const typed of ['cd', 'AB1235', '1234cde'])
      expect((await search(store)(typed)).vehicles.matches, typed).to.deep.equal([]);
  },

  'find by a policy or certificate number, a session, or an id or its beginning': async (store) => {
    const of = await ofThreeCompanies(store);
    const { quote, vehicle, payment, contract } = of('Aminata Koné');
    await store.unit(({ certificateNumbers }) =>
      certificateNumbers.claim('CI-99-X', { companyId: contract.companyId, contractId: contract.id }),
    );
    const { id } = await store.addPayment(
      aPayment({
        status: 'failed',
        failureReason: 'declined',
        completed: quote.created,
        due: null,
        session: aPaymentSession({ id: 'cos-9' }),
      }),
      quote,
    );
    const ids = [payment, contract, quote, vehicle].map((each) => each.id);
    for (const typed of [
      'VI-7-2026-000123',
      'vi 7 2026 000123',
      '26-000123',
      '000123',
      '123',
      ' ci-99-x ',
      'cos-9',
      id,
      ...ids,
    ]) {
      const { contracts, vehicles, clients } = await search(store)(typed);
      expect(
        contracts.matches.map((each) => each.contract.id),
        typed,
      ).to.deep.equal([contract.id]);
      expect(vehicles.matches.map((each) => each.id)).to.deep.equal([vehicle.id]);
      expect(clients.matches.map(({ policyholder }) => policyholder.name)).to.deep.equal(['Aminata Koné']);
    }
    for (const length of [6, 8, 13, 35]) {
      const { payments } = await search(store)(payment.id.slice(0, length).toUpperCase());
      expect(payments.matches.map((each) => each.payment.id)).to.include(payment.id);
    }
  },

  'find a payment by the last eight characters of its id, which its papers print': async (store) => {
    await ofThreeCompanies(store);
    const { quote } = await store.addQuote();
    const payment = await store.addPayment(aPayment({ id: '01981c2e-6400-7a10-8c01-5fd0b1c2d3e4' }), quote);
    for (const typed of ['b1c2d3e4', ' B1C2D3E4 '])
      expect((await search(store)(typed)).payments.matches.map((each) => each.payment.id)).to.deep.equal([payment.id]);
    for (const typed of ['1c2d3e4', 'b1c2d3e5'])
      expect((await search(store)(typed)).payments.matches).to.have.length(0);
  },

  'find a company by its name or id': async (store) => {
    const of = await ofThreeCompanies(store);
    for (const typed of ['elephant', 'assur ELEPH', of('Konaté Ami').company.id])
      expect((await search(store)(typed)).companies.matches.map(({ name }) => name)).to.deep.equal([
        'Éléphant Assurances',
      ]);
    expect((await search(store)('labidjan')).companies.matches).to.have.length(0);
    expect((await search(store)("d'abidjan l'union")).companies.matches).to.have.length(1);
  },

  'describe each match by its policyholder, plate, policy and company': async (store) => {
    const of = await ofThreeCompanies(store);
    const { company, vehicle, contract, quote } = of('Aminata Koné');
    const { clients, vehicles } = await search(store)('AB1234CD');
    const [licencePlate, companyName] = ['AB-1234-CD', company.name];
    const { policyholder, created } = quote;
    const { policyNumber, companyId } = contract;
    expect(clients.matches).to.deep.equal([
      { companyId, companyName, policyholder, licencePlate, policyNumber, created },
    ]);
    const { id, brand, model } = vehicle;
    expect(vehicles.matches).to.deep.equal([
      {
        ...{ id, companyId, companyName, licencePlate, brand, model, policyNumber },
        ...{ created: vehicle.created, holderName: policyholder.name, contractId: contract.id },
      },
    ]);
    const { id: bare } = await store.addVehicle(companyId, { licencePlate: 'ZZ-9' });
    const none = { holderName: null, contractId: null, policyNumber: null };
    expect((await search(store)('zz9')).vehicles.matches[0]).to.include({ id: bare, ...none });
  },

  'list whole names first, then whole words, then beginnings, each the latest first': async (store) => {
    await addQuotes(store, ['Amidou Bah', 'Bah Ami Kéita', 'BAH, Ami', 'Ami Bahoken']);
    expect(await namesFound(store, 'ami bah')).to.deep.equal([
      'BAH, Ami',
      'Bah Ami Kéita',
      'Ami Bahoken',
      'Amidou Bah',
    ]);
    const plates = ['AAB-12', 'AB12', 'AB123'];
    const { id } = await store.addCompany();
    for (const licencePlate of plates) await store.addVehicle(id, { licencePlate });
    const { vehicles } = await search(store)('ab-12');
    expect(vehicles.matches.map(({ licencePlate }) => licencePlate)).to.deep.equal(['AB12', 'AB123', 'AAB-12']);
  },

  'list a person once for each company, and count what is not listed': async (store) => {
    await addQuotes(store, Array<string>(MORE).fill('Zié Soro'));
    await addQuotes(store, ['ZIÉ  soro']);
    const { clients, vehicles } = await search(store)('soro');
    expect([clients.matches.length, clients.more, clients.isUncounted]).to.deep.equal([2, 0, false]);
    expect([vehicles.matches.length, vehicles.more, vehicles.isUncounted]).to.deep.equal([10, MORE - 9, false]);
    await addQuotes(
      store,
      Array.from({ length: MANY }, (_, n) => `Soro ${n}`),
    );
    const found = (await search(store)('soro')).clients;
    expect([found.matches.length, found.more, found.isUncounted]).to.deep.equal([10, 40, true]);
    expect(found.matches[0]?.policyholder.name).to.equal(`Soro ${MANY - 1}`);
  },

  'find nothing for a text without letters or digits, and run no part of it as a query': async (store) => {
    await ofThreeCompanies(store);
    for (const typed of [
      ...[
        '',
        ' ',
        '%',
        '_',
        '%%%',
        '___',
        "'",
        "';--",
        '\\',
        '&',
        '|',
        ':*',
        '!',
        '()',
        '<->',
        '\0',
        '\ud800',
        '😀',
        '-',
      ],
      ...["kone' or 1=1 --", "x'; drop table quote; --", 'k%', 'k_n_', "zz' | 'kone", 'kone:*zz', 'x'.repeat(200)],
      ...[`${'é '.repeat(100)}`, '9'.repeat(200), `${'a'.repeat(149)}😀`, '\u0640\u0650', 'ko\0ne'],
    ]) {
      const { companies: _, ...groups } = await search(store)(typed);
      expect(
        Object.values(groups).flatMap<unknown>(({ matches }) => matches),
        typed,
      ).to.deep.equal([]);
    }
    for (const typed of ['kone'.padEnd(200), 'kone%', '_kone_', "kone' & 'ami", 'kone\0', 'KONÉ:*'])
      expect(await namesFound(store, typed), typed).to.deep.equal(['Aminata Koné']);
  },
});
