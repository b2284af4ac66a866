import {
  ABIDJAN,
  attachCertificate,
  cancelContract,
  done,
  explainDifference,
  jobs,
  notYet,
  openContract,
  startAndExpireContracts,
  type CertificateAuthority,
  type Transaction,
  type UnitOfWork,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { day, SOME_MORNING } from '../builders/days.ts';
import { aDifference } from '../builders/difference.ts';
import { freshIds, freshText } from '../builders/ids.ts';
import { aPaidPayment } from '../builders/payment.ts';
import type { StoredContract } from '../builders/stored.ts';
import { fakeCertificateAuthority } from '../fakes/certificate-authority.ts';
import { clockAt } from '../fakes/clock.ts';
import { plainContractDocument } from '../fakes/contract-document.ts';
import { memoryDocuments } from '../fakes/documents.ts';
import { collectedErrors } from '../fakes/error-reporter.ts';
import { KEY_RACES, refusals, ROUNDS } from './key-races.ts';
import { fakeMobileMoney, providersOf } from '../fakes/mobile-money.ts';
import { silentTrigger } from '../fakes/silent-trigger.ts';
import { instantTimer } from '../fakes/timer.ts';
import { storeCases, type StoreBench } from './store-bench.ts';

const dependenciesOn = (store: StoreBench) => {
  const clock = clockAt(SOME_MORNING);
  return {
    ...store,
    clock,
    ids: freshIds(),
    trigger: silentTrigger,
    zone: ABIDJAN,
    insuranceCompany: 'Assurances Exemple',
    errorReporter: collectedErrors(),
    timer: instantTimer(),
    documents: memoryDocuments({ clock }),
    contractDocument: plainContractDocument(),
    certificateAuthority: fakeCertificateAuthority(),
    providers: providersOf(fakeMobileMoney({ clock })),
    policyNumberFormat: 'VI-{company}-{year}-{ordinal:6}',
    quoteHorizon: 365,
    eventDays: 90,
  };
};

const attach = (store: StoreBench, { contract }: StoredContract, certificateNumber = freshText('CI-')) =>
  attachCertificate(dependenciesOn(store))({
    contractId: contract.id,
    certificateNumber,
    pdfLink: 'https://authority.test/1.pdf',
    imageLink: 'https://authority.test/1.png',
    qrCodeLink: 'https://authority.test/1',
    by: 'operator',
  });
const cancel = (store: StoreBench, { contract }: StoredContract) =>
  cancelContract(dependenciesOn(store))({ contractId: contract.id, why: 'it cannot be insured', by: 'operator' });

/**
 * Makes a change once, between a unit of work's read of a contract's certificate request and its read of the contract.
 * The change waits if the unit of work holds the quote's lock.
 */
const onceBetweenReads = <Made>(store: StoreBench, { contract }: StoredContract, change: () => Promise<Made>) => {
  let made: Promise<Made> | undefined;
  const intercept = ({ certificateRequests: requests }: Transaction): Transaction['certificateRequests'] => ({
    ...requests,
    find: async (companyId, id) => {
      const found = await requests.find(companyId, id);
      if (id === contract.id && !made) await Promise.race([(made = change()), store.meanwhile()]);
      return found;
    },
  });
  const unitOfWork: UnitOfWork = {
    run: (work) =>
      store.unitOfWork.run((tx) =>
        work(
          new Proxy(tx, {
            get: (all, name) => (name === 'certificateRequests' ? intercept(all) : all[name as keyof Transaction]),
          }),
        ),
      ),
  };
  return { unitOfWork, made: async () => (await made) ?? expect.fail('the unit of work has read no request') };
};

/**
 * Checks that a cancelled contract has one refund, and that any other contract has no refund. Returns how the contract
 * ended.
 */
const hasOneEnd = async (
  { contractQueries, paymentQueries }: StoreBench,
  { contract: { id }, payment }: StoredContract,
): Promise<'certified' | 'cancelled' | 'certified, then cancelled'> => {
  const { contract, certificateRequest } = (await contractQueries.inspect(id)) ?? expect.fail();
  const details = await paymentQueries.find(payment.id);
  const { cancelled } = contract;
  const { status, certificate, annulment } = certificateRequest;
  expect(status).to.equal(certificate ? 'issued' : 'failed');
  expect(details?.refund?.amount).to.equal(cancelled?.refund?.amount);
  expect(details?.history.filter(({ what }) => what === 'refund')).to.have.length(cancelled ? 1 : 0);
  if (!cancelled) return 'certified';
  expect(annulment === null).to.equal(certificate === null);
  expect(cancelled.refund?.amount === payment.amount + payment.fees).to.equal(cancelled.lastDay === null);
  return certificate ? 'certified, then cancelled' : 'cancelled';
};

const RACES = storeCases('Races', {
  // Proves: cancelling-races
  'a contract is cancelled once, by one of two operators': async (store) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const it = await store.addContract();
      expect(refusals(await Promise.all([cancel(store, it), cancel(store, it)]))).to.deep.equal(['contract_cancelled']);
      expect(await hasOneEnd(store, it)).to.equal('cancelled');
    }
  },

  // Proves: cancelling-races
  'a certificate that arrives after a cancellation is an action item, and one that arrived before is annulled': async (
    store,
  ) => {
    const all = dependenciesOn(store);
    for (let round = 0; round < ROUNDS; round += 1) {
      const it = await store.addContract();
      await Promise.all([jobs(all).certificates(), cancel(store, it)]);
      const end = await hasOneEnd(store, it);
      const held = all.certificateAuthority
        .held()
        .some(({ application: { policyNumber } }) => policyNumber === it.contract.policyNumber);
      const concern = (await store.contractQueries.inspect(it.contract.id))?.certificateRequest.concern;
      expect(concern?.kind).to.equal(held && end === 'cancelled' ? 'certificate_after_cancel' : undefined);
    }
  },

  // Proves: cancelling-races
  'a contract that is cancelled while a certificate is attached and its day changes is refunded once': async (
    store,
  ) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const it = await store.addContract({ contract: { startDate: day('2026-01-15') } });
      const both = round % 2 === 0 ? [cancel, attach] : [attach, cancel];
      const days = [1, 2].map(() => startAndExpireContracts(dependenciesOn(store))());
      const answers = await Promise.all(both.map((one) => one(store, it)));
      await Promise.all(days);
      await startAndExpireContracts(dependenciesOn(store))();
      const end = await hasOneEnd(store, it);
      expect(refusals(answers)).to.deep.equal(end === 'cancelled' ? ['contract_cancelled'] : []);
      const view = await store.contractQueries.inspect(it.contract.id);
      expect(view?.contract.status).to.equal(end === 'cancelled' ? 'pending' : 'started');
    }
  },

  'two companies’ contracts do not get one certificate number': async (store) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [await store.addContract(), await store.addContract()];
      const number = freshText('CI-');
      const answers = await Promise.all([attach(store, one, number), attach(store, other, number)]);
      expect(refusals(answers)).to.deep.equal(['certificate_not_ours']);
      const statuses = [one, other].map(
        async ({ contract: { id } }) => (await store.contractQueries.inspect(id))?.certificateRequest.status,
      );
      expect(await Promise.all(statuses)).to.have.members(['issued', 'pending']);
    }
  },

  'the code of a certificate that is corrected while it is read is not kept with the corrected one': async (store) => {
    const it = await store.addContract();
    const [number, corrected] = [freshText('CI-'), freshText('CI-')];
    expect(refusals([await attach(store, it, number)])).to.deep.equal([]);
    const correction = onceBetweenReads(store, it, () => attach(store, it, corrected));
    const all = dependenciesOn(store);
    const makeDocuments = async (image = all.certificateAuthority.image) => {
      const code: CertificateAuthority['code'] = async ({ certificateNumber }) => done(`code of ${certificateNumber}`);
      const certificateAuthority = { ...all.certificateAuthority, code, image };
      await jobs({ ...all, unitOfWork: correction.unitOfWork, certificateAuthority }).documents();
    };
    await makeDocuments(async () => notYet());
    expect(refusals([await correction.made()])).to.deep.equal([]);
    await makeDocuments();
    const { contract, certificateRequest } = (await store.contractQueries.inspect(it.contract.id)) ?? expect.fail();
    expect(certificateRequest.certificate?.certificateNumber).to.equal(corrected);
    expect(contract.authorityCode).to.equal(`code of ${corrected}`);
  },

  'the later of two contracts for a vehicle records that they overlap': async (store) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await store.addQuote();
      const second = await store.addQuoteFor(first);
      const opening = dependenciesOn(store);
      await Promise.all(
        [first, second].map(async ({ quote }) => {
          const payment = await store.addPayment(aPaidPayment(), quote);
          await store.unit(async (tx) => {
            await tx.quotes.lock(quote.companyId, quote.id);
            await openContract(tx, opening, payment, SOME_MORNING);
          });
        }),
      );
      const listed = await store.contractQueries.list({ companyId: first.company.id }, 10);
      expect(listed.map(({ contract: { ordinal, overlaps } }) => [ordinal, overlaps])).to.have.deep.members([
        [2, true],
        [1, false],
      ]);
    }
  },

  ...KEY_RACES,

  'a discrepancy is explained once, by one of two operators': async (store) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { companyId, id: paymentId } = await store.addPayment(aPaidPayment());
      const { id } = aDifference();
      await store.unit((tx) => tx.statements.put(aDifference({ id, companyId, paymentId })));
      const explain = (by: string) =>
        explainDifference(dependenciesOn(store))({ companyId, paymentId, id, by, reason: `known to ${by}` });
      expect(refusals(await Promise.all([explain('one'), explain('other')]))).to.deep.equal(['difference_not_open']);
      const [kept] = await store.statements.differences(10, { paymentIds: [paymentId] });
      const explanations = (await store.paymentQueries.find(paymentId))?.history.filter(
        ({ why }) => why.code === 'difference_explained',
      );
      expect(explanations?.map(({ why }) => why)).to.deep.equal([
        { code: 'difference_explained', note: kept?.explanation },
      ]);
    }
  },
});

/** Concurrent decisions of use cases about the same object, on any store. The cases need no empty store. */
export const racesContract = { ...RACES, casesHaveSubjects: true };
