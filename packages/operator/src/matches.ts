import {
  findClosing,
  findCompany,
  namedFirst,
  readSearchTerms,
  openDifferences,
  type Closing,
  type Company,
  type ContractDetails,
  type DifferenceDetails,
  type Hit,
  type LookUps,
  type PaymentDetails,
  type Vehicle,
} from '@vehicle-insurance/core';
import { inWords, refuse } from './refusal.ts';
import type { Context } from './context.ts';

type WithStore = Pick<Context, 'store'>;

/** The maximum number of matches that are listed. */
const MATCH_LIMIT = 20;

const hits = async (find: LookUps['payments'], typed: string): Promise<readonly Hit[]> =>
  namedFirst(await find(readSearchTerms(typed), MATCH_LIMIT));

const idsOf = (found: readonly Hit[]): readonly string[] => found.map(({ id }) => id);

/**
 * Up to `MATCH_LIMIT` payments that match the text, latest first. The text can be an id or its beginning, a policy
 * number, a plate, a phone number, or the id of a session or quote. Throws if nothing matches.
 */
export const matchPayments = async ({ store }: WithStore, typed: string): Promise<readonly PaymentDetails[]> => {
  const found = await store.paymentQueries.list({ ids: idsOf(await hits(store.lookUps.payments, typed)) }, MATCH_LIMIT);
  return found.length > 0 ? found : refuse(inWords({ code: 'payment_not_found' }));
};

/**
 * Up to `MATCH_LIMIT` contracts that match the text. The text can be of the same kinds as for `matchPayments`. Throws
 * if nothing matches.
 */
export const matchContracts = async ({ store }: WithStore, typed: string): Promise<readonly ContractDetails[]> => {
  const found = await store.contractQueries.list(
    { ids: idsOf(await hits(store.lookUps.contracts, typed)) },
    MATCH_LIMIT,
  );
  return found.length > 0 ? found : refuse(inWords({ code: 'contract_not_found' }));
};

/** The id of the only payment that matches. If several payments match, throws an error that lists them. */
export const resolvePayment = async (context: WithStore, typed: string): Promise<string> =>
  onlyOne(
    ['payment', 'payments'],
    (await matchPayments(context, typed)).map(({ payment: { id, status, payer, created }, companyName }) => [
      id,
      `${companyName}, ${status}, ${payer}, ${created}`,
    ]),
  );

/** The id of the only contract that matches. If several contracts match, throws an error that lists them. */
export const resolveContract = async (context: WithStore, typed: string): Promise<string> =>
  onlyOne(
    ['contract', 'contracts'],
    (await matchContracts(context, typed)).map(({ contract: { id, policyNumber, status }, companyName, vehicle }) => [
      id,
      `${policyNumber}, ${companyName}, ${vehicle.licencePlate}, ${status}`,
    ]),
  );

/** The only vehicle that matches. If several vehicles match, throws an error that lists them. */
export const resolveVehicle = async ({ store }: WithStore, typed: string): Promise<Vehicle> => {
  const ids = idsOf(await hits(store.lookUps.vehicles, typed));
  const found = (await Promise.all(ids.map((id) => store.vehicleQueries.inspect(id)))).filter(
    (each) => each !== undefined,
  );
  const [vehicle] = found;
  if (!vehicle) return refuse(inWords({ code: 'vehicle_not_found' }));
  onlyOne(
    ['vehicle', 'vehicles'],
    found.map(({ id, licencePlate, brand, created }) => [id, `${licencePlate}, ${brand}, ${created}`]),
  );
  return vehicle;
};

/**
 * The only open discrepancy that matches. The text is the id of the discrepancy or of its payment, the beginning of
 * either id, or anything else that identifies the payment.
 */
export const resolveDifference = async ({ store }: WithStore, typed: string): Promise<DifferenceDetails> => {
  const found = await openDifferences(store)(typed);
  const [difference] = found;
  if (!difference) return refuse(inWords({ code: 'difference_not_open' }));
  onlyOne(
    ['discrepancy', 'discrepancies'],
    found.map(({ id, kind, transactionId, at }) => [id, `${kind}, ${transactionId ?? 'no transaction'}, ${at}`]),
  );
  return difference;
};

/** The company with this id or name. */
export const resolveCompany = async ({ ports }: Pick<Context, 'ports'>, typed: string): Promise<Company> =>
  (await findCompany(ports)(typed)) ?? refuse(inWords({ code: 'company_not_found' }));

type Nouns = readonly [one: string, many: string];

/** The id of the only match. If there are several matches, throws an error that lists them in one line. */
const onlyOne = (nouns: Nouns, things: readonly (readonly [id: string, what: string])[]): string => {
  const [[id = ''] = [], ...others] = things;
  if (others.length === 0) return id;
  return refuse(ambiguousMessage(nouns, things));
};

const ambiguousMessage = ([one, many]: Nouns, things: readonly (readonly [id: string, what: string])[]): string => {
  const count = things.length < MATCH_LIMIT ? String(things.length) : `${MATCH_LIMIT} or more`;
  const matches = things.map(([id, what]) => `${id} (${what})`).join('; ');
  return `${count} ${many} match, and nothing was changed: ${matches}. Repeat the command with the whole id of one ${one}.`;
};

/** The closing of a month. Throws if the month is not closed. */
export const resolveClosing = async ({ ports }: Pick<Context, 'ports'>, month: string): Promise<Closing> =>
  (await findClosing(ports)(month)) ?? refuse(`${month} is not closed. \`books close ${month}\` closes it.`);
