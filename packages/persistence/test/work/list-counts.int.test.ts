import {
  contractMachine,
  later,
  statesOf,
  type Contract,
  type ContractListFilter,
  type PageRequest,
  type Quote,
} from '@vehicle-insurance/core';
import {
  aCertificate,
  aPayment,
  anotherQuote,
  AN_ENTRY,
  day,
  inUnit,
  SOME_MORNING,
  storedContract,
  storedPayment,
  storedQuote,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { storeForCases } from '../test-store.ts';

const LIMIT = 4;
/** Contracts around each boundary. Two quotes follow, one with a pending payment. */
const AROUND = 6;
const LAST_ADDED = AROUND / 2 + 2;
const NOW = later(SOME_MORNING, { hours: 400 });
const [FIRST, LAST, LATER] = [day('2026-02-01'), day('2026-04-30'), day('2027-01-31')];

const BOUNDARIES = {
  'the first two blocks': 4_096,
  'the last two blocks of the first section': 63 * 4_096,
  'the first two sections': 64 * 4_096,
  'two sections of a large company': 40 * 64 * 4_096,
};

describe('the counts of a filtered list', () => {
  const test = storeForCases();
  const changed: Contract[] = [];
  let unpaid: readonly Quote[];
  let companyId: string;

  /** The other numbers of the list have no rows: they would take too long to add. */
  const growTo = (length: number) =>
    test.sql('update company_counter set quotes = $2, contracts = $2 where company_id = $1', [companyId, length]);
  const change = ({ id }: Contract, over: Partial<Contract>) =>
    inUnit(test.store.unitOfWork, async ({ contracts }) => {
      const found = await contracts.find(companyId, id);
      const made = { ...found!, ...over };
      await contracts.save(made, AN_ENTRY);
      return made;
    });

  before(async () => {
    const { unitOfWork, contractDays } = test.store;
    const { company, vehicle } = await storedQuote(unitOfWork);
    companyId = company.id;
    const [contracts, quotes]: [Contract[], Quote[]] = [[], []];
    for (const boundary of Object.values(BOUNDARIES)) {
      await growTo(boundary - AROUND / 2);
      for (let n = 0; n < AROUND; n += 1) {
        const over = {
          contract: { startDate: FIRST, endDate: n % 2 === 0 ? LAST : LATER },
          ...(n > 0 && { request: { status: 'issued', due: null, certificate: aCertificate() } as const }),
        };
        const stored = await storedContract(unitOfWork, await anotherQuote(unitOfWork, company, vehicle), over);
        contracts.unshift(stored.contract);
      }
      await storedPayment(unitOfWork, (await anotherQuote(unitOfWork, company, vehicle)).quote, aPayment());
      quotes.unshift((await anotherQuote(unitOfWork, company, vehicle)).quote);
    }
    // Days begin while the last day of some contracts changes.
    const moved = contracts.filter((_, index) => index % 5 === 0);
    await Promise.all([
      contractDays.start(FIRST, NOW, 10),
      contractDays.start(FIRST, NOW, 10),
      ...moved.map((contract) => change(contract, { endDate: LATER })),
    ]);
    await contractDays.start(FIRST, NOW, 100);
    await contractDays.expire(LATER, NOW, 100);
    for (const { id } of contracts) changed.push((await test.store.contractQueries.inspect(id))!.contract);
    unpaid = quotes;
  });

  const isListed = ({ status, endDate }: Contract, filter: ContractListFilter): boolean =>
    (filter.status ?? status) === status &&
    (filter.endingFrom ?? endDate) <= endDate &&
    (filter.endingTo ?? endDate) >= endDate;
  const expectPages = async (
    expected: readonly string[],
    read: (request: PageRequest) => Promise<{ readonly ids: readonly string[]; readonly total: number }>,
  ) => {
    for (let page = 1; page <= Math.ceil(expected.length / LIMIT) + 1; page += 1)
      expect(await read({ page, limit: LIMIT })).to.deep.equal({
        ids: expected.slice((page - 1) * LIMIT, page * LIMIT),
        total: expected.length,
      });
  };

  const states = statesOf(contractMachine);
  const filters: readonly ContractListFilter[] = [
    ...states.flatMap((status) => [{ status }, { status, endingTo: LAST }, { status, endingFrom: FIRST }]),
    ...[{ endingTo: LAST }, { endingFrom: LAST, endingTo: LAST }, { endingFrom: FIRST, endingTo: LATER }],
  ];
  for (const filter of filters)
    // Proves: lists-filtered
    it(`show contracts on both sides of every block and section, page by page: ${Object.entries(filter)
      .join(', ')
      .replaceAll(/,(?! )/g, ' ')}`, async () => {
      const expected = changed.filter((contract) => isListed(contract, filter)).map(({ id }) => id);
      await expectPages(expected, async (request) => {
        const { data, total } = await test.store.contractQueries.page(companyId, filter, request);
        return { ids: data.map(({ contract }) => contract.id), total };
      });
    });

  it('have several pages of contracts in every status', () => {
    const lengths = states.map((state) => changed.filter(({ status }) => status === state).length);
    expect(Math.min(...lengths)).to.be.at.least(LIMIT);
  });

  for (const status of states)
    it(`show quotes whose contract is ${status} on both sides of every block and section, page by page`, async () => {
      const expected = changed.filter((contract) => isListed(contract, { status })).map(({ quoteId }) => quoteId);
      await expectPages(expected, async (request) => {
        const { data, total } = await test.store.quoteQueries.page(companyId, { status }, request);
        return { ids: data.map(({ quote }) => quote.id), total };
      });
    });

  for (const [index, [where, boundary]] of Object.entries(BOUNDARIES).toReversed().entries())
    it(`find the quote that awaits payment after ${where}`, async () => {
      const length = Math.max(...Object.values(BOUNDARIES)) + LAST_ADDED;
      const after = length - (boundary + LAST_ADDED) - (AROUND + 1) * index;
      const filter = { status: 'awaiting_payment' } as const;
      const { data, total } = await test.store.quoteQueries.page(companyId, filter, { page: after + 1, limit: 1 });
      expect(data.map(({ quote }) => quote.id)).to.deep.equal([unpaid[index]!.id]);
      expect(total).to.equal(length - changed.length - unpaid.length);
    });
});
