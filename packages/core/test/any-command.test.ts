import * as core from '@vehicle-insurance/core';
import {
  FAULTS,
  authenticate,
  getCancellationStatement,
  getReceipt,
  invalidRequest,
  receiveNotification,
  Unreadable,
  type Environment,
  type Result,
} from '@vehicle-insurance/core';
import { aVehicleInput, freshId, testKeyHasher } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import fc from 'fast-check';
import { scenario } from './scenario.ts';

type Answer = Result<unknown, { readonly code: string; readonly details?: readonly { readonly field: string }[] }>;
type UseCase = (command: unknown) => Promise<Answer>;

const TERMS = {
  duration: 12,
  usage: 'pleasure',
  policyHolderName: 'Awa Koné',
  policyHolderPhone: '0701020304',
  startDate: '2026-02-01',
};

const COMPANY = {
  name: 'Courtage',
  intermediaryCode: 'X1',
  office: 'A',
  legalForm: 'SA',
  address: 'B',
  licence: 'C',
  phone: 'D',
};

/** Every use case of the core that takes a command, with a valid one whose fields are in the order of validation. */
const everyUseCase = async () => {
  const environment: Environment = 'test';
  const insuranceCompany = 'Assurances du Golfe';
  const ports = { ...(await scenario()), keyHasher: testKeyHasher(), environment, insuranceCompany };
  const papers = { getReceipt: getReceipt(ports), getCancellationStatement: getCancellationStatement(ports) };
  const dependencies = { ...ports, ...papers };
  const { companyId, vehicleId, id: quoteId } = dependencies.quote;
  const [company, by, why, id] = [companyId, 'operator', 'a reason', freshId()];
  const page = { page: 1, limit: 20 };
  const registrationDocument = { name: 'a.pdf', bytes: new TextEncoder().encode('%PDF-1.7') };
  const externalId = 'mine';
  const { type, licencePlate, ...rest } = aVehicleInput();
  const link = 'https://authority.test/1';
  const links = { pdfLink: link, imageLink: link, qrCodeLink: link };
  const commands: Readonly<Record<string, object>> = {
    registerVehicle: { companyId, type, licencePlate, externalId, ...rest, registrationDocument, id },
    listVehicles: { companyId, licencePlate, externalId, ...page },
    getVehicle: { companyId, vehicleId },
    changeExternalId: { companyId, vehicleId, externalId },
    createQuote: { companyId, vehicleId, coverageId: 'auto', ...TERMS, id },
    listQuotes: { companyId, vehicleId, ...page },
    getQuote: { companyId, quoteId },
    getQuoteStatus: { companyId, quoteId },
    payQuote: { companyId, quoteId, phoneNumber: '0701020304', id },
    listContracts: { companyId, vehicleId, ...page },
    getContract: { companyId, contractId: id },
    addCompany: { ...COMPANY, by },
    setCompany: { company, ...COMPANY, by },
    enableCompany: { company, enabled: true, by },
    showCompany: { company },
    issueKey: { company, label: 'a key', expires: '2027-01-31T00:00:00Z', by },
    listOwnKeys: { companyId, ...page },
    issueOwnKey: { companyId, keyId: id, id, label: 'a key', expires: '2027-01-31T00:00:00Z' },
    revokeOwnKey: { companyId, keyId: id, revokedId: id },
    revokeKey: { key: 'vi_test_1', companyId: company, by },
    pausePayments: { paused: false, why, by },
    closePayment: { paymentId: id, why, by },
    recordRefund: { paymentId: id, reference: 'VIR-7', note: 'by bank', by, unanswered: true, unasked: false },
    recordVoucher: {
      ...{ kind: 'sweep', amount: '1', company, insurer: '-', provider: 'wave', date: '2026-01-15' },
      ...{ reference: 'VIR-7', why, by, preview: false },
    },
    reverseVoucher: { voucherId: id, why, by, preview: false },
    retryCertificate: { contractId: id, why, by },
    retryFailedCertificates: { why, by },
    cancelContract: { contractId: id, code: 'sale', why, lastDay: '2026-02-01', refund: 'auto', preview: true, by },
    recordAnnulment: { contractId: id, note: why, by },
    linkPaper: { contractId: id, paper: 'receipt', why, by },
    dismissActionItem: { ids: [id], kind: 'refund_manual', why, by, seen: why },
    attachCertificate: { contractId: id, certificateNumber: '7', ...links, by },
  };
  const all = core as unknown as Readonly<Record<string, (dependencies: object) => UseCase>>;
  return Object.entries(commands).map(([name, command]) => {
    const useCase = all[name]?.(dependencies);
    if (!useCase) throw new Error(`the core has no use case ${name}`);
    return { name, useCase, command };
  });
};

const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  registerVehicle: ['externalId', 'registrationDocument', 'id'],
  listVehicles: ['licencePlate', 'externalId'],
  createQuote: ['id'],
  listQuotes: ['vehicleId'],
  payQuote: ['id'],
  listContracts: ['vehicleId'],
  addCompany: ['intermediaryCode', 'office', 'legalForm', 'address', 'licence', 'phone', 'by'],
  setCompany: ['name', 'intermediaryCode', 'office', 'legalForm', 'address', 'licence', 'phone', 'by'],
  enableCompany: ['by'],
  issueKey: ['label', 'expires', 'by'],
  issueOwnKey: ['id', 'label', 'expires'],
  revokeKey: ['companyId', 'by'],
  cancelContract: ['code', 'lastDay', 'refund', 'preview'],
  recordRefund: ['unanswered', 'unasked'],
  recordVoucher: ['company', 'insurer', 'provider', 'preview'],
  reverseVoucher: ['preview'],
  dismissActionItem: ['kind', 'seen'],
};

const ANYTHING = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});

const NONSENSE = fc.constantFrom(
  {},
  [7],
  [[1]],
  { toString: 1 },
  new Map(),
  () => 1,
  Number.NaN,
  -0.5,
  10n,
  new Date(0),
  new Unreadable(FAULTS.required),
);

describe('any use case with arbitrary input', () => {
  let useCases: Awaited<ReturnType<typeof everyUseCase>>;
  beforeEach(async () => {
    useCases = await everyUseCase();
  });

  // Proves: use-cases-never-throw
  it('returns a result and never throws', async () => {
    for (const { name, useCase, command } of useCases) {
      const likeIt = fc.record(Object.fromEntries(Object.keys(command).map((field) => [field, ANYTHING])), {
        requiredKeys: [],
      });
      const nearlyIt = likeIt.map((over) => ({ ...command, ...over }));
      await fc.assert(
        fc.asyncProperty(fc.oneof(ANYTHING, likeIt, nearlyIt), async (given) => {
          const answer = await useCase(given);
          if (answer.isErr()) expect(answer.error.code, name).to.be.a('string');
        }),
        { numRuns: 50 },
      );
    }
  });

  // Proves: use-cases-never-throw
  it('refuses input that is not a command and names every missing field', async () => {
    for (const { name, useCase, command } of useCases)
      for (const given of [{}, undefined, null, 7, 'text', [], [7], () => undefined]) {
        const missing = Object.keys(command).filter((field) => !OPTIONAL[name]?.includes(field));
        const details = missing.map((field) => ({ field, message: FAULTS.required }));
        expect((await useCase(given)).unwrapErr(), name).to.deep.equal(invalidRequest(details));
      }
  });

  // Proves: all-broken-fields-at-once
  it('names every invalid field once and in order, for any kind of problem', async () => {
    for (const { name, useCase, command } of useCases) {
      const nonsense = Object.fromEntries(Object.keys(command).map((field) => [field, NONSENSE]));
      await fc.assert(
        fc.asyncProperty(fc.record(nonsense, { requiredKeys: [] }), async (over) => {
          const broken = Object.keys(command).filter((field) => Object.hasOwn(over, field));
          fc.pre(broken.length > 0);
          const refused = (await useCase({ ...command, ...over })).unwrapErr();
          expect(refused.code, name).to.equal('invalid_request');
          const named = refused.details?.map(({ field }) => field);
          expect(named, name).to.deep.equal(broken);
        }),
        { numRuns: 25 },
      );
    }
  });

  it('refuses a reason that is empty, too long or has several lines', async () => {
    const withReason = useCases.filter(({ command }) => Object.hasOwn(command, 'why'));
    expect(withReason).to.have.length(9);
    for (const { name, useCase, command } of withReason)
      for (const why of ['', '  ', '\u200b', 'a\nb', 'x'.repeat(501)]) {
        const { details = [] } = (await useCase({ ...command, why })).unwrapErr();
        const named = details.map(({ field }) => field);
        expect(named, name).to.deep.equal(['why']);
      }
  });

  it('accepts null for optional fields', async () => {
    for (const { name, useCase, command } of useCases)
      for (const field of OPTIONAL[name] ?? []) {
        const answer = await useCase({ ...command, [field]: null });
        if (answer.isErr()) expect(answer.error.code, `${name} ${field}`).to.not.equal('invalid_request');
      }
  });

  it('authenticates no caller and accepts no notification', async () => {
    const it = await scenario();
    const knows = authenticate({ ...it, keyHasher: testKeyHasher(), environment: 'test' });
    const take = receiveNotification(it);
    const provider = it.provider.provider;
    const nearly = fc.record(
      { provider: fc.constant(provider), headers: ANYTHING, body: ANYTHING },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(ANYTHING, fc.oneof(ANYTHING, nearly), async (key, notification) => {
        expect((await knows(key as never)).unwrapErr()).to.deep.equal({ code: 'unauthorized' });
        expect((await take(notification as never)).unwrapErr()).to.deep.equal({ code: 'notification_refused' });
      }),
      { numRuns: 100 },
    );
  });
});
