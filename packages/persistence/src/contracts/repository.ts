import {
  newEndingNotices,
  policyKey,
  type CertificateNumbers,
  type CertificateRequests,
  type Contract,
  type Contracts,
  type EndingNotices,
} from '@vehicle-insurance/core';
import { sql } from 'kysely';
import type { Builder } from '../tables/builder.ts';
import { fromCertificateRequest, fromContract, toCertificateRequest, toContract } from '../tables/contract.ts';
import type { RowOf } from '../tables/entities.ts';
import { namesOf } from '../tables/selection.ts';
import { conflict } from '../database/failures.ts';
import { placesOf, rowsOf, valuesOf, type CompanyAndId } from '../tables/rows.ts';
import type { Session } from '../database/session.ts';
import { statement } from '../database/prepared-statement.ts';
import { storable } from '../database/text.ts';
import type { Recording } from '../history/audit.ts';
import { countContract } from '../companies/list-counts.ts';
import { coversDays } from './selection.ts';
import { nextInVehicle } from '../companies/numbered-list.ts';

export const contracts = (builder: Builder, record: Recording) => {
  const rows = rowsOf(builder, 'contract', ['companyId', 'id']);
  const number = statement('number contract', ({ companyId }: { companyId: string }) =>
    builder
      .with('counted', (db) =>
        db
          .updateTable('company_counter')
          .set((each) => ({ contracts: each('contracts', '+', 1) }))
          .where('companyId', '=', companyId)
          .returning('contracts as ordinal'),
      )
      .selectFrom(['counted', 'company'])
      .select(['counted.ordinal', 'company.number as company'])
      .where('company.id', '=', companyId),
  );
  const covering = statement('contract that covers', ({ companyId, vehicleId, startDate, endDate }: Days) =>
    builder
      .selectFrom('contract')
      .select('id')
      .where('companyId', '=', companyId)
      .where('vehicleId', '=', vehicleId)
      .where(sql.raw<boolean>(coversDays('contract')))
      .where('startDate', '<=', endDate)
      .where('endDate', '>=', startDate)
      .limit(1),
  );
  type Days = { companyId: string; vehicleId: string } & Parameters<Contracts['coverSomeOf']>[2];
  const refer = statement(
    'add policy number',
    ({
      policyNumber,
      companyId,
      searchKey,
    }: Pick<RowOf<'policy_number'>, 'policyNumber' | 'companyId' | 'searchKey'>) =>
      builder.insertInto('policy_number').values({ policyNumber, companyId, searchKey }),
  );

  const addNotices = statement('add notices of an end', ({ companyId, contractId, due, announced }: Notices) =>
    builder.insertInto('contract_ending').values({ companyId, contractId, due, announced }),
  );
  type Notices = EndingNotices & { companyId: string; contractId: string };
  const columns = namesOf('contract');
  const pay = statement('pay quote', ({ companyId, quoteId }: Pick<RowOf<'contract'>, 'companyId' | 'quoteId'>) =>
    builder.updateTable('quote').set({ paid: true }).where('companyId', '=', companyId).where('id', '=', quoteId),
  );
  const add = statement('add contract', (given: RowOf<'contract'>) =>
    builder
      .insertInto('contract')
      .columns([...columns, 'vehicleOrdinal', 'quoteOrdinal'])
      .expression(
        builder
          .selectNoFrom(placesOf(valuesOf(columns, given)))
          .select(
            nextInVehicle('contract', { companyId: given.companyId, vehicleId: given.vehicleId }).as('vehicleOrdinal'),
          )
          .select(ordinalOfQuote({ companyId: given.companyId, quoteId: given.quoteId }).as('quoteOrdinal')),
      )
      .returning('quoteOrdinal'),
  );
  const quoteOrdinalOf = statement('quote ordinal of contract', ({ companyId, id }: CompanyAndId) =>
    builder.selectFrom('contract').select('quoteOrdinal').where('companyId', '=', companyId).where('id', '=', id),
  );

  return (session: Session): Contracts => ({
    find: async (companyId, id) => {
      const row = await rows.find(session, companyId, id);
      return row && toContract(row);
    },
    nextOrdinal: async (companyId) => {
      const [next] = await session.run(number({ companyId }));
      if (!next) throw new Error(`company ${companyId} has no counter`);
      return next;
    },
    coverSomeOf: async (companyId, vehicleId, days) =>
      (await session.run(covering({ companyId, vehicleId, ...days }))).length > 0,
    add: async (contract, entry) => {
      await session.run(refer({ ...contract, searchKey: policyKey(contract.policyNumber) }));
      const row = fromContract(contract);
      const { companyId } = contract;
      const [added] = await session.run(add(storable(row) as typeof row));
      if (!added) throw new Error('the contract that was just added is missing');
      await session.run(pay(contract));
      rows.added(session, row);
      await session.run(countContract(null, { ...contract, ...added }));
      session.addLater(addNotices({ ...newEndingNotices(contract), companyId, contractId: contract.id }));
      await record(session, { what: 'contract', before: null, after: contract, entry });
    },
    save: async (contract, entry) => {
      const before = toContract(await rows.save(session, fromContract(contract)));
      if (before.status !== contract.status || before.endDate !== contract.endDate) {
        const [{ quoteOrdinal } = { quoteOrdinal: 0 }] = await session.run(quoteOrdinalOf(contract));
        await session.run(countContract({ ...before, quoteOrdinal }, { ...contract, quoteOrdinal }));
      }
      await record(session, { what: 'contract', before, after: contract, entry });
    },
  });
};

const ordinalOfQuote = ({ companyId, quoteId }: Pick<Contract, 'companyId' | 'quoteId'>) =>
  sql<number>`(select ordinal from quote where company_id = ${companyId} and id = ${quoteId})`;

export const certificateRequests = (builder: Builder, record: Recording) => {
  const rows = rowsOf(builder, 'certificate_request', ['companyId', 'contractId']);
  return (session: Session): CertificateRequests => ({
    find: async (companyId, id) => {
      const row = await rows.find(session, companyId, id);
      return row && toCertificateRequest(row);
    },
    add: async (request, entry) => {
      await rows.add(session, fromCertificateRequest(request));
      await record(session, { what: 'certificate', before: null, after: request, entry });
    },
    save: async (request, entry) => {
      const before = toCertificateRequest(await rows.save(session, fromCertificateRequest(request)));
      await record(session, { what: 'certificate', before, after: request, entry });
    },
  });
};

export const certificateNumbers = (builder: Builder) => {
  const rows = rowsOf(builder, 'certificate_number', ['certificateNumber']);
  const owner = statement('owner of certificate', ({ number }: { number: string }) =>
    builder
      .selectFrom('certificate_number')
      .select(['companyId', 'contractId'])
      .where('certificateNumber', '=', number),
  );
  const release = statement('release certificate', ({ number, companyId, contractId }: Owned) =>
    builder
      .deleteFrom('certificate_number')
      .where('certificateNumber', '=', number)
      .where('companyId', '=', companyId)
      .where('contractId', '=', contractId),
  );
  type Owned = { number: string } & Parameters<CertificateNumbers['release']>[1];
  const toStorable = (number: string): string => String(storable(number));

  return (session: Session): CertificateNumbers => ({
    owner: async (number) => (await session.run(owner({ number: toStorable(number) })))[0],
    claim: async (number, claimant) => {
      const { companyId, contractId } = claimant;
      // Waits for a concurrent insert of the same number, so that the next statement sees the inserted row.
      if (await rows.addUnlessTaken(session, { certificateNumber: toStorable(number), companyId, contractId }))
        return claimant;
      const [known] = await session.run(owner({ number: toStorable(number) }));
      if (!known) throw conflict('another transaction has just released this certificate number');
      return known;
    },
    release: async (number, { companyId, contractId }) =>
      void (await session.run(release({ number: toStorable(number), companyId, contractId }))),
  });
};
