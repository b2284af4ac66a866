import {
  Ok,
  type AuditEntry,
  type CertificateRequest,
  type Company,
  type Contract,
  type Payment,
  type Quote,
  type Transaction,
  type UnitOfWork,
  type Vehicle,
} from '@vehicle-insurance/core';
import { aCompany } from './company.ts';
import { aCertificateRequest, aContract } from './contract.ts';
import { SOME_MORNING } from './days.ts';
import { aPaidPayment } from './payment.ts';
import { aQuote } from './quote.ts';
import { aVehicle } from './vehicle.ts';

/** Runs work that cannot be refused, and returns its result. */
export const inUnit = async <Value>(
  unitOfWork: UnitOfWork,
  work: (tx: Transaction) => Promise<Value>,
): Promise<Value> => (await unitOfWork.run<Value, never>(async (tx) => Ok(await work(tx)))).unwrap();

/** The reason for a change made by a test. */
export const BY_A_TEST = { code: 'operator_decided', note: 'a test' } as const;

/** The problem of a call that timed out. */
export const NO_ANSWER = { code: 'no_answer', of: 'provider', failure: 'time-out' } as const;

/** The problem of an authority that has no certificates left. */
export const OUT_OF_STOCK = { code: 'authority_status', status: -4, meaning: 'out_of_stock' } as const;

/** The audit entry of the rows that these functions store. */
export const AN_ENTRY: AuditEntry = { at: SOME_MORNING, why: BY_A_TEST };

/** A company, its vehicle, and a quote for the vehicle, all stored. */
export interface StoredQuote {
  readonly company: Company;
  readonly vehicle: Vehicle;
  readonly quote: Quote;
}

/** Stores a company. */
export const storedCompany = (unitOfWork: UnitOfWork, over: Parameters<typeof aCompany>[0] = {}): Promise<Company> =>
  inUnit(unitOfWork, ({ companies }) => companies.add(aCompany(over), AN_ENTRY));

/** Stores a vehicle of the company. */
export const storedVehicle = (
  unitOfWork: UnitOfWork,
  companyId: string,
  over: Partial<Vehicle> = {},
): Promise<Vehicle> =>
  inUnit(unitOfWork, async ({ vehicles }) => (await vehicles.add(aVehicle({ companyId, ...over }))).unwrap());

/** Stores a company, a vehicle and a quote. */
export const storedQuote = async (unitOfWork: UnitOfWork, over: Partial<Quote> = {}): Promise<StoredQuote> => {
  const company = await storedCompany(unitOfWork);
  return anotherQuote(unitOfWork, company, await storedVehicle(unitOfWork, company.id), over);
};

/** Stores a further quote for a vehicle. */
export const anotherQuote = async (
  unitOfWork: UnitOfWork,
  company: Company,
  vehicle: Vehicle,
  over: Partial<Quote> = {},
): Promise<StoredQuote> => {
  const quote = aQuote({ companyId: company.id, vehicleId: vehicle.id, ...over });
  (await unitOfWork.run(({ quotes }) => quotes.add(quote))).unwrap();
  return { company, vehicle, quote };
};

/** Stores a payment of the quote. */
export const storedPayment = async (
  unitOfWork: UnitOfWork,
  { companyId, id: quoteId }: Quote,
  payment: Payment,
): Promise<Payment> => {
  const own = { ...payment, companyId, quoteId };
  await inUnit(unitOfWork, ({ payments }) => payments.add(own, AN_ENTRY));
  return own;
};

/** A paid quote, with the rows that its payment created. */
export interface StoredContract extends StoredQuote {
  readonly payment: Payment;
  readonly contract: Contract;
  readonly certificateRequest: CertificateRequest;
}

/** Pays a stored quote: adds payment, contract and certificate request in a single unit of work. */
export const storedContract = async (
  unitOfWork: UnitOfWork,
  stored: StoredQuote,
  over: {
    readonly contract?: Partial<Contract>;
    readonly request?: Partial<CertificateRequest>;
    readonly payment?: Partial<Payment>;
  } = {},
): Promise<StoredContract> => {
  const { id: quoteId, companyId, vehicleId, startDate } = stored.quote;
  const payment = aPaidPayment({ ...over.payment, companyId, quoteId });
  return inUnit(unitOfWork, async ({ payments, contracts, certificateRequests }) => {
    await payments.add(payment, AN_ENTRY);
    const { ordinal } = await contracts.nextOrdinal(companyId);
    const contract = aContract({
      startDate,
      ...over.contract,
      companyId,
      quoteId,
      vehicleId,
      paymentId: payment.id,
      ordinal,
    });
    await contracts.add(contract, AN_ENTRY);
    const certificateRequest = aCertificateRequest({ ...over.request, companyId, contractId: contract.id });
    await certificateRequests.add(certificateRequest, AN_ENTRY);
    return { ...stored, payment, contract, certificateRequest };
  });
};
