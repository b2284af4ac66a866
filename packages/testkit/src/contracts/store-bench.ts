import {
  later,
  type AuditEntry,
  type CertificateRequest,
  type Contract,
  type Due,
  type Instant,
  type Notification,
  type Payment,
  type Quote,
  type Refund,
  type Transaction,
  type Vehicle,
  type WorkKind,
  type Problem,
} from '@vehicle-insurance/core';
import { SOME_MORNING } from '../builders/days.ts';
import { freshId } from '../builders/ids.ts';
import { aRefund } from '../builders/payment.ts';
import {
  anotherQuote,
  AN_ENTRY,
  inUnit,
  storedCompany,
  storedContract,
  storedPayment,
  storedVehicle,
  type StoredContract,
  type StoredQuote,
} from '../builders/stored.ts';
import { portContract, type PortContract } from './port-contract.ts';
import type { StoreSubject } from './store.ts';

/** The audit entry of the rows that these cases store, unless a case gives another. */
export const ENTRY = AN_ENTRY;

export const minutesOn = (minutes: number): Instant => later(SOME_MORNING, { minutes });

export const SOON: Instant = minutesOn(1);

/** Due at this time, and not attempted yet. */
export const dueAt = (at: Instant): Due => ({ at, attempts: 0 });

/** Due at `SOME_MORNING` after three attempts. */
export const dueIn = (lastError?: Problem): Due => ({
  at: SOME_MORNING,
  attempts: 3,
  ...(lastError !== undefined && { lastError, failingSince: SOME_MORNING }),
});

/** Due work that has failed since `failingSince` and waits for its next attempt. */
export const backingOff = (lastError: Problem, failingSince: Instant = SOME_MORNING): Due => ({
  at: minutesOn(30),
  attempts: 3,
  lastError,
  failingSince,
});

export const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);

/** Calls `make` this number of times, concurrently. */
export const atOnce = <Value>(times: number, make: () => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: times }, make));

/**
 * After this many rounds of three other units of work, unfinished work counts as waiting for a lock. Other work ends
 * long before.
 */
const MEANWHILE = 20;

export const fails = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );

type Own = Pick<Payment, 'companyId' | 'id'>;
type PaidWith = Parameters<typeof storedContract>[2];

/** A store under test, with functions to add, change and find rows. */
export type StoreBench = ReturnType<typeof benchOn>;

const benchOn = (subject: StoreSubject) => {
  const { unitOfWork } = subject;
  const unit = <Value>(work: (tx: Transaction) => Promise<Value>): Promise<Value> => inUnit(unitOfWork, work);
  /** A company. By default, the company is disabled, because only the look-up of API keys may depend on `enabled`. */
  const addCompany = (over: Parameters<typeof storedCompany>[1] = {}) =>
    storedCompany(unitOfWork, { enabled: false, ...over });
  const addQuote = async (over: Partial<Quote> = {}): Promise<StoredQuote> => {
    const company = await addCompany();
    return anotherQuote(unitOfWork, company, await storedVehicle(unitOfWork, company.id), over);
  };
  /** A payment. Without `quote`, the payment belongs to a new company. */
  const addPayment = async (made: Payment, quote?: Quote): Promise<Payment> =>
    storedPayment(unitOfWork, quote ?? (await addQuote()).quote, made);
  /** A contract and all related rows. Without `stored`, the contract belongs to a new company. */
  const addContract = async (over: PaidWith = {}, stored?: StoredQuote): Promise<StoredContract> =>
    storedContract(unitOfWork, stored ?? (await addQuote()), over);
  return {
    ...subject,
    unit,
    endLeases: () => subject.passRealTime(24 * 60 * 60),
    addQuote,
    addPayment,
    addContract,
    /** Runs units of work that wait for no lock. */
    meanwhile: async (): Promise<void> => {
      const pass = (): Promise<unknown> => unit(({ companies }) => companies.find(freshId()));
      // Some units run concurrently, so that they need new connections, as the waiting work may.
      for (let n = 0; n < MEANWHILE; n += 1) await atOnce(3, pass);
    },
    addCompany,
    addVehicle: (companyId: string, over: Partial<Vehicle> = {}) => storedVehicle(unitOfWork, companyId, over),
    /** The id of a contract of a new company. */
    contractId: async (over: PaidWith = {}): Promise<string> => (await addContract(over)).contract.id,
    addQuoteFor: ({ company, vehicle }: Pick<StoredQuote, 'company' | 'vehicle'>, over: Partial<Quote> = {}) =>
      anotherQuote(unitOfWork, company, vehicle, over),
    /** A payment with a refund of its session. Without `quote`, the payment belongs to a new company. */
    addRefunded: async (made: Payment, over: Partial<Refund> = {}, quote?: Quote) => {
      const payment = await addPayment(made, quote);
      const { companyId, id: paymentId, session } = payment;
      const refund = aRefund({ ...over, companyId, paymentId, sessionId: session?.id ?? '' });
      await unit(({ refunds }) => refunds.add(refund, ENTRY));
      return { payment, refund };
    },
    /** The status of a kind of work at `SOME_MORNING`. */
    statusOf: async (wanted: WorkKind) =>
      (await subject.workQueries.status(SOME_MORNING)).find(({ kind }) => kind === wanted),
    findPayment: ({ companyId, id }: Own) => unit(({ payments }) => payments.find(companyId, id)),
    livePayment: ({ companyId, id }: Quote) => unit(({ payments }) => payments.live(companyId, id)),
    changePayment: ({ companyId, id }: Own, over: Partial<Payment>, entry: AuditEntry = ENTRY) =>
      unit(async ({ payments }) => {
        const found = await payments.find(companyId, id);
        if (found) await payments.save({ ...found, ...over }, entry);
      }),
    changeRefund: ({ companyId, id }: Own, over: Partial<Refund>, entry: AuditEntry = ENTRY) =>
      unit(async ({ refunds }) => {
        const found = await refunds.find(companyId, id);
        if (found) await refunds.save({ ...found, ...over }, entry);
      }),
    changeContract: ({ companyId, id }: Own, over: Partial<Contract>) =>
      unit(async ({ contracts }) => {
        const found = await contracts.find(companyId, id);
        if (found) await contracts.save({ ...found, ...over }, ENTRY);
      }),
    changeRequest: ({ companyId, id }: Own, over: Partial<CertificateRequest>, entry: AuditEntry = ENTRY) =>
      unit(async ({ certificateRequests }) => {
        const found = await certificateRequests.find(companyId, id);
        if (found) await certificateRequests.save({ ...found, ...over }, entry);
      }),
    changeNotification: ({ id }: Pick<Notification, 'id'>, over: Partial<Notification>) =>
      unit(async ({ notifications }) => {
        const found = await notifications.find(id);
        if (found) await notifications.save({ ...found, ...over });
      }),
  };
};

/** Makes a contract suite of a store, whose cases receive a `StoreBench`. */
export const storeCases = (
  name: string,
  cases: Readonly<Record<string, (bench: StoreBench) => Promise<void>>>,
): PortContract<StoreSubject> => {
  const onBench = Object.entries(cases).map(([title, run]) => [
    title,
    (subject: StoreSubject) => run(benchOn(subject)),
  ]);
  return portContract(name, Object.fromEntries(onBench) as Record<string, (subject: StoreSubject) => Promise<void>>);
};
