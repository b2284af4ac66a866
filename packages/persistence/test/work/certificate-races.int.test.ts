import {
  ABIDJAN,
  attachCertificate,
  cancelContract,
  explainDifference,
  startAndExpireContracts,
  jobs,
  openContract,
  type Contract,
  type Result,
} from '@vehicle-insurance/core';
import {
  aDifference,
  anotherQuote,
  aPaidPayment,
  clockAt,
  collectedErrors,
  day,
  fakeCertificateAuthority,
  fakeMobileMoney,
  freshIds,
  freshText,
  instantTimer,
  inUnit,
  memoryDocuments,
  plainContractDocument,
  providersOf,
  silentTrigger,
  SOME_MORNING,
  storedContract,
  storedPayment,
  storedQuote,
  type StoredContract,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { testStore, type TestStore } from '../test-store.ts';

/** Number of races: enough for each side to win sometimes. */
const ROUNDS = 4;

describe('in a race', function () {
  this.timeout(60_000);
  let test: TestStore;
  before(async () => {
    test = await testStore({ poolSize: 8 });
  });
  after(() => test.drop());

  const dependencies = () => {
    const clock = clockAt(SOME_MORNING);
    const ids = freshIds();
    return {
      ...test.store,
      clock,
      ids,
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
  const aPaidContract = async (contract: Partial<Contract> = {}): Promise<StoredContract> =>
    storedContract(test.store.unitOfWork, await storedQuote(test.store.unitOfWork), { contract });

  const attach = ({ contract: { id: contractId } }: StoredContract, certificateNumber = freshText('CI-')) =>
    attachCertificate(dependencies())({
      contractId,
      certificateNumber,
      pdfLink: 'https://authority.test/1.pdf',
      imageLink: 'https://authority.test/1.png',
      qrCodeLink: 'https://authority.test/1',
      by: 'operator',
    });
  const cancel = ({ contract: { id: contractId } }: StoredContract) =>
    cancelContract(dependencies())({ contractId, why: 'it cannot be insured', by: 'operator' });

  const refusals = (answers: readonly Result<unknown, { readonly code: string }>[]): readonly string[] =>
    answers.flatMap((answer) => (answer.isErr() ? [answer.error.code] : []));

  /** Either the contract has its certificate or its money is refunded: never both, never neither. */
  const hasOneEnd = async ({ contract: { id }, payment }: StoredContract): Promise<'certified' | 'cancelled'> => {
    const view = await test.store.contractQueries.inspect(id);
    const refund = (await test.store.paymentQueries.find(payment.id))?.refund;
    const isCancelled = view?.contract.cancelled !== null;
    const charged = payment.amount + payment.fees;
    expect(view?.certificateRequest.status).to.equal(isCancelled ? 'failed' : 'issued');
    expect(view?.certificateRequest.certificate === null).to.equal(isCancelled);
    expect(refund && [refund.status, refund.amount]).to.deep.equal(isCancelled ? ['due', charged] : null);
    return isCancelled ? 'cancelled' : 'certified';
  };

  // Proves: cancelling-races
  it('a contract is cancelled once, by one of two operators', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const it = await aPaidContract();
      expect(refusals(await Promise.all([cancel(it), cancel(it)]))).to.deep.equal(['contract_cancelled']);
      expect(await hasOneEnd(it)).to.equal('cancelled');
      const [count] = await test.sql('select count(*)::int as refunds from refund where payment_id = $1', [
        it.payment.id,
      ]);
      expect(count).to.deep.equal({ refunds: 1 });
    }
  });

  // Proves: cancelling-races
  it('a contract is either cancelled or certified; a certificate that arrives too late is an action item', async () => {
    const all = { ...dependencies(), idempotencyKeys: test.store.idempotencyKeys };
    for (let round = 0; round < ROUNDS; round += 1) {
      const it = await aPaidContract();
      await Promise.all([jobs(all).certificates(), cancel(it)]);
      const end = await hasOneEnd(it);
      const held = all.certificateAuthority
        .held()
        .some(({ application: { policyNumber } }) => policyNumber === it.contract.policyNumber);
      const [concern] = await test.sql('select concern from certificate_request where contract_id = $1', [
        it.contract.id,
      ]);
      expect(concern).to.deep.equal({ concern: held && end === 'cancelled' ? 'certificate_after_cancel' : null });
    }
  });

  // Proves: cancelling-races
  it('a contract is either cancelled, or has a certificate attached and starts at the change of day', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const it = await aPaidContract({ startDate: day('2026-01-15') });
      const both = round % 2 === 0 ? [cancel, attach] : [attach, cancel];
      const days = [1, 2].map(() => startAndExpireContracts(dependencies())());
      const answers = await Promise.all(both.map((one) => one(it)));
      await Promise.all(days);
      expect(answers.filter((answer) => answer.isOk())).to.have.length(1);
      await startAndExpireContracts(dependencies())();
      const end = await hasOneEnd(it);
      const view = await test.store.contractQueries.inspect(it.contract.id);
      expect(view?.contract.status).to.equal(end === 'certified' ? 'started' : 'pending');
    }
  });

  it('two companies’ contracts do not get one certificate number', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [await aPaidContract(), await aPaidContract()];
      const number = freshText('CI-');
      const answers = await Promise.all([attach(one, number), attach(other, number)]);
      expect(refusals(answers)).to.deep.equal(['certificate_not_ours']);
      const statuses = [one, other].map(
        async ({ contract: { id } }) => (await test.store.contractQueries.inspect(id))?.certificateRequest.status,
      );
      expect(await Promise.all(statuses)).to.have.members(['issued', 'pending']);
    }
  });

  it('the later of two contracts for a vehicle records that they overlap', async () => {
    const { unitOfWork, contractQueries } = test.store;
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await storedQuote(unitOfWork);
      const second = await anotherQuote(unitOfWork, first.company, first.vehicle);
      const opening = dependencies();
      await Promise.all(
        [first, second].map(async ({ quote }) => {
          const payment = await storedPayment(unitOfWork, quote, aPaidPayment());
          await inUnit(unitOfWork, async (tx) => {
            await tx.quotes.lock(quote.companyId, quote.id);
            await openContract(tx, opening, payment, SOME_MORNING);
          });
        }),
      );
      const listed = await contractQueries.list({ companyId: first.company.id }, 10);
      expect(listed.map(({ contract: { ordinal, overlaps } }) => [ordinal, overlaps])).to.have.deep.members([
        [2, true],
        [1, false],
      ]);
    }
  });

  it('a discrepancy is explained once, by one of two operators', async () => {
    const { unitOfWork, statements, paymentQueries } = test.store;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { quote } = await storedQuote(unitOfWork);
      const { companyId, id: paymentId } = await storedPayment(unitOfWork, quote, aPaidPayment());
      const { id } = aDifference();
      await inUnit(unitOfWork, (tx) => tx.statements.put(aDifference({ id, companyId, paymentId })));
      const explain = (by: string) =>
        explainDifference(dependencies())({ companyId, paymentId, id, by, reason: `known to ${by}` });
      expect(refusals(await Promise.all([explain('one'), explain('other')]))).to.deep.equal(['difference_not_open']);
      const [kept] = await statements.differences(10, { paymentIds: [paymentId] });
      const explanations = (await paymentQueries.find(paymentId))?.history.filter(
        ({ why }) => why.code === 'difference_explained',
      );
      expect(explanations?.map(({ why }) => why)).to.deep.equal([
        { code: 'difference_explained', note: kept?.explanation },
      ]);
    }
  });
});
