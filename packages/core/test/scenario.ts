import {
  ABIDJAN,
  chargedAmount,
  jobs,
  JOBS,
  later,
  makeIntent,
  Ok,
  payQuote,
  receiveNotice,
  WORK_KINDS,
  type ContractView,
  type Instant,
  type MobileMoneyCapabilities,
  type Payment,
  type Quote,
} from '@vehicle-insurance/core';
import {
  at,
  clockAt,
  collectedIncidents,
  fakeCertificateAuthority,
  fakeMobileMoney,
  inUnit,
  instantPatience,
  memoryDocuments,
  memoryStore,
  plainContractDocument,
  providersOf,
  sequentialIds,
  silentBell,
  storedQuote,
} from '@vehicle-insurance/testkit';

/** A Thursday morning, on which every scenario begins. */
export const START: Instant = at('2026-01-15T09:00:00.000Z');

export const PAYER = '+2250505060708';

/** A company with a quote, the outside world, and the whole core between them. */
export const scenario = async (over: Partial<Quote> = {}, capabilities: Partial<MobileMoneyCapabilities> = {}) => {
  const clock = clockAt(START);
  const ids = sequentialIds();
  const store = memoryStore();
  const provider = fakeMobileMoney({ clock, capabilities });
  const authority = fakeCertificateAuthority();
  const documents = memoryDocuments({ clock });
  const incidents = collectedIncidents();
  const needs = {
    ...store,
    clock,
    ids,
    documents,
    incidents,
    bell: silentBell,
    zone: ABIDJAN,
    patience: instantPatience(),
    providers: providersOf(provider),
    fees: { basisPoints: 100, fixed: 0, minimum: 0, maximum: null, step: 1 },
    contractOpening: { ids, zone: ABIDJAN, policyNumberFormat: 'VI-{company}-{year}-{ordinal:6}' },
    certificateAuthority: authority,
    contractDocument: plainContractDocument(),
  };
  const { quote, company, vehicle } = await storedQuote(store.unitOfWork, over);
  const { companyId, id: quoteId } = quote;

  const doWhatIsDue = async (): Promise<void> => {
    for (const job of JOBS) await jobs(needs)[job]();
  };
  const nextDue = async (): Promise<Instant | undefined> => {
    const times = await Promise.all(WORK_KINDS.map((kind) => store.dueWork.next(kind)));
    return times.filter((time) => time !== undefined).sort()[0];
  };
  /** Moves the clock from due time to due time up to an instant, and does the work of each. */
  const passUntil = async (end: Instant): Promise<void> => {
    await doWhatIsDue();
    for (let next = await nextDue(); next !== undefined && next <= end; next = await nextDue()) {
      if (next > clock.now()) clock.moveTo(next);
      await doWhatIsDue();
    }
    clock.moveTo(end);
    await doWhatIsDue();
  };

  const pay = (phoneNumber: string = PAYER, of: string = quoteId) =>
    payQuote(needs)({ companyId, quoteId: of, phoneNumber });
  const status = async () => {
    const found = await store.quoteViews.status(companyId, quoteId);
    if (!found) throw new Error('the quote is gone');
    return found;
  };
  const latestPayment = async (): Promise<Payment> => {
    const { payment } = await status();
    if (!payment) throw new Error('there is no payment yet');
    return payment.payment;
  };
  const contracts = async (): Promise<readonly ContractView[]> =>
    (await store.contractViews.page(companyId, {}, { page: 1, limit: 100 })).data;

  return {
    ...needs,
    store,
    provider,
    authority,
    quote,
    company,
    vehicle,
    pay,
    status,
    latestPayment,
    contracts,
    /** The only contract there is. */
    contract: async (): Promise<ContractView> => {
      const [contract, ...more] = await contracts();
      if (!contract || more.length > 0) throw new Error('expected one contract');
      return contract;
    },
    /** The refund of the latest payment's own session. */
    refund: async () => (await status()).payment?.refund ?? null,
    doWhatIsDue,
    passUntil,
    pass: (by: Parameters<typeof later>[1]): Promise<void> => passUntil(later(clock.now(), by)),
    notify: (name: string) => receiveNotice(needs)({ ...provider.noticeAbout(name), provider: provider.provider }),
    /** A process that dies after it has committed its intent, before or after the provider has heard of it. */
    dieWhileOpening: async ({ sent }: { readonly sent: boolean }): Promise<Payment> => {
      const intent = (await makeIntent(needs)({ companyId, quoteId, payer: PAYER })).unwrap();
      if ('openedElsewhere' in intent) throw new Error('somebody else is opening a payment');
      const { payment } = intent;
      if (sent) await provider.open({ reference: payment.id, amount: chargedAmount(payment), payer: PAYER });
      await store.endLeases();
      return payment;
    },
    pausePayments: () =>
      inUnit(store.unitOfWork, ({ paymentPause }) => paymentPause.pause({ at: clock.now(), why: 'maintenance' })),
    paymentCalled: async (id: string) =>
      (await store.unitOfWork.run(async ({ payments }) => Ok(await payments.find(companyId, id)))).unwrap(),
  };
};

export type Scenario = Awaited<ReturnType<typeof scenario>>;
