import {
  aCertificate,
  anotherQuote,
  day,
  inUnit,
  SOME_MORNING,
  storedContract,
  storedQuote,
  type StoredQuote,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { asSandbox, testStore, type TestStore } from '../test-store.ts';

/** The schema as it was before certificates had owners. */
const BEFORE = `
  drop table certificate_number;
  drop index contract_overlapping, certificate_request_concerns;
  alter table contract drop column overlapping, drop column cancelled_at, drop column cancelled_reason;
  alter table certificate_request
    drop column concern cascade, drop column concern_why, drop column concern_since, drop column answered, drop column attached,
    add constraint certificate_request_is_made check (status <> 'pending' or due_at is not null);
  delete from migration where name like '0006-%' or name like '0029-%'`;

const LISTED = {
  windowsBegunUntil: SOME_MORNING,
  lateSince: SOME_MORNING,
  certificatesAskedUntil: SOME_MORNING,
  today: day('2026-01-16'),
};

describe('a database from before certificates had owners', () => {
  let test: TestStore;
  before(async () => {
    test = await testStore();
  });
  after(() => test.drop());

  // Proves: certificate-number-is-unique
  it('keeps its certificates: each number with the contract that had it first, the others shown', async () => {
    const { store, sql, url } = test;
    const { unitOfWork } = store;
    const issue = (stored: StoredQuote, certificateNumber: string, minute: number) => {
      const created = SOME_MORNING.replace(':00:', `:${String(minute).padStart(2, '0')}:`) as typeof SOME_MORNING;
      const request = {
        status: 'issued',
        certificate: aCertificate({ certificateNumber }),
        due: null,
        created,
      } as const;
      const days = { startDate: day('2026-02-01'), endDate: day('2027-01-31') };
      return storedContract(unitOfWork, stored, { contract: { created, ...days }, request });
    };
    const [late, first] = [await storedQuote(unitOfWork), await storedQuote(unitOfWork)];
    const second = await issue(late, ' sp-7', 9);
    const owner = await issue(first, 'SP-7', 3);
    const twice = await issue(await anotherQuote(unitOfWork, first.company, first.vehicle), 'SP-8', 5);
    for (const statement of BEFORE.split(';')) await sql(statement);

    await asSandbox(url);

    const ownerOf = (number: string) =>
      inUnit(unitOfWork, ({ certificateNumbers }) =>
        certificateNumbers.claim(number, { companyId: late.company.id, contractId: second.contract.id }),
      );
    expect(await ownerOf('SP-7')).to.deep.include({ contractId: owner.contract.id });
    expect(await ownerOf('SP-8')).to.deep.include({ contractId: twice.contract.id });
    const listed = await store.workQueries.attention(LISTED);
    expect(listed.map(({ kind, id, why }) => ({ kind, id, why }))).to.deep.equal([
      {
        kind: 'certificate_not_ours',
        id: second.contract.id,
        why: `its number  sp-7 belongs to contract ${owner.contract.id}`,
      },
      {
        kind: 'overlapping_cover',
        id: twice.contract.id,
        why: `some of its days are covered by ${owner.contract.policyNumber}`,
      },
    ]);
    const view = await store.contractQueries.inspect(second.contract.id);
    expect(view?.certificateRequest).to.deep.include({ status: 'issued', answered: 0 });
    expect(view?.contract).to.deep.include({ cancelled: null, overlaps: false });
  });
});
