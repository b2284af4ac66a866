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

/** How many matches are shown. */
const SHOWN = 20;

const hits = async (find: LookUps[keyof LookUps], typed: string): Promise<readonly Hit[]> =>
  namedFirst(await find(readSearchTerms(typed), SHOWN));

const idsOf = (found: readonly Hit[]): readonly string[] => found.map(({ id }) => id);

/**
 * The payments that match an id or its beginning, a policy number, a plate, a phone, a session or a quote's id, the
 * latest first. Throws where there is none.
 */
export const paymentsMeant = async ({ store }: WithStore, typed: string): Promise<readonly PaymentDetails[]> => {
  const found = await store.paymentQueries.list({ ids: idsOf(await hits(store.lookUps.payments, typed)) }, SHOWN);
  return found.length > 0 ? found : refuse(inWords({ code: 'payment_not_found' }));
};

/** The contracts that match, by the same means. */
export const contractsMeant = async ({ store }: WithStore, typed: string): Promise<readonly ContractDetails[]> => {
  const found = await store.contractQueries.list({ ids: idsOf(await hits(store.lookUps.contracts, typed)) }, SHOWN);
  return found.length > 0 ? found : refuse(inWords({ code: 'contract_not_found' }));
};

/** The id of the only payment that matches. Throws, listing the matches, where there are several. */
export const thePayment = async (context: WithStore, typed: string): Promise<string> =>
  onlyOne(
    (await paymentsMeant(context, typed)).map(({ payment: { id, status, payer, created }, companyName }) => [
      id,
      `${companyName}, ${status}, ${payer}, ${created}`,
    ]),
  );

/** The id of the only contract that matches. */
export const theContract = async (context: WithStore, typed: string): Promise<string> =>
  onlyOne(
    (await contractsMeant(context, typed)).map(({ contract: { id, policyNumber, status }, companyName, vehicle }) => [
      id,
      `${policyNumber}, ${companyName}, ${vehicle.licencePlate}, ${status}`,
    ]),
  );

/** The only vehicle that matches. */
export const theVehicle = async ({ store }: WithStore, typed: string): Promise<Vehicle> => {
  const ids = idsOf(await hits(store.lookUps.vehicles, typed));
  const found = (await Promise.all(ids.map((id) => store.vehicleQueries.inspect(id)))).filter(
    (each) => each !== undefined,
  );
  const [vehicle] = found;
  if (!vehicle) return refuse(inWords({ code: 'vehicle_not_found' }));
  onlyOne(found.map(({ id, licencePlate, brand, created }) => [id, `${licencePlate}, ${brand}, ${created}`]));
  return vehicle;
};

/** The ids of the payments and contracts that a search term in the list of action items may mean. */
export const itemsMeant = async ({ store: { lookUps } }: WithStore, typed: string): Promise<readonly string[]> => {
  const meant = readSearchTerms(typed);
  const found = [...(await lookUps.payments(meant, SHOWN)), ...(await lookUps.contracts(meant, SHOWN))];
  return found.length > 0 ? idsOf(namedFirst(found)) : refuse(inWords({ code: 'item_not_listed' }));
};

/** The only open difference that matches: by its own id or the beginning of one, or by its payment. */
export const theDifference = async ({ store }: WithStore, typed: string): Promise<DifferenceDetails> => {
  const found = await openDifferences(store)(typed);
  const [difference] = found;
  if (!difference) return refuse(inWords({ code: 'difference_not_open' }));
  onlyOne(found.map(({ id, kind, transactionId, at }) => [id, `${kind}, ${transactionId ?? 'no transaction'}, ${at}`]));
  return difference;
};

/** The company with this id or name. */
export const theCompany = async ({ ports }: Pick<Context, 'ports'>, typed: string): Promise<Company> =>
  (await findCompany(ports)(typed)) ?? refuse(inWords({ code: 'company_not_found' }));

/** The id of the only match; throws one line that lists the matches where there are several. */
const onlyOne = (things: readonly (readonly [id: string, what: string])[]): string => {
  const [[id = ''] = [], ...others] = things;
  if (others.length === 0) return id;
  return refuse(severalMeant(things));
};

/** The message where several match and only one is allowed. */
export const severalMeant = (things: readonly (readonly [id: string, what: string])[]): string => {
  const count = things.length < SHOWN ? String(things.length) : `${SHOWN} or more`;
  const told = things.map(([id, what]) => `${id} (${what})`).join('; ');
  return `That means ${count}, and nothing was done: ${told}. Repeat it with the whole id of one.`;
};

/** The closing of a month; throws where there is none. */
export const theClosing = async ({ ports }: Pick<Context, 'ports'>, month: string): Promise<Closing> =>
  (await findClosing(ports)(month)) ?? refuse(`${month} is not closed. \`books close ${month}\` closes it.`);
