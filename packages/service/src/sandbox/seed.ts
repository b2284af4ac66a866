import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import {
  dateOf,
  Ok,
  type AddCompany,
  type Authenticate,
  type Catalogue,
  type Clock,
  type CreateQuote,
  type Ids,
  type IssueKey,
  type ListCoverages,
  type RegisterVehicle,
  type TimeZone,
  type UnitOfWork,
} from '@vehicle-insurance/core';
import { EXAMPLE } from '@vehicle-insurance/http';
import { readSandboxFile } from './sandbox-file.ts';

export interface SeedNeeds {
  readonly unitOfWork: UnitOfWork;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly zone: TimeZone;
  readonly authenticate: Authenticate;
  readonly addCompany: AddCompany;
  readonly issueKey: IssueKey;
  readonly listCoverages: ListCoverages;
  readonly registerVehicle: RegisterVehicle;
  readonly createQuote: CreateQuote;
}

/** What the sandbox begins with. */
export interface Seed {
  readonly apiKey: string;
  readonly incompleteQuoteId: string;
}

/** The company every sandbox begins with. */
export const COMPANY = 'Courtage du bac à sable';

/** Gives an empty sandbox its catalogue, a company with a key, and a quote from before phones were asked for. */
export const seed = async (needs: SeedNeeds, dataDir: string): Promise<Seed> => {
  const known = readSandboxFile(dataDir);
  if (known && (await needs.authenticate(known.apiKey)).isOk()) return known;

  if ((await needs.catalogue.current()).version === 0)
    await needs.unitOfWork.run(async ({ catalogues }) => Ok(await catalogues.add(sandboxCatalogue(), 'sandbox')));
  const company = await companyOf(needs);
  const issued = (await needs.issueKey({ company, label: 'sandbox' })).unwrap();
  return { apiKey: issued.key, incompleteQuoteId: await importOldQuote(needs, company) };
};

const companyOf = async ({ unitOfWork, addCompany }: SeedNeeds): Promise<string> => {
  const existing = (await unitOfWork.run(async ({ companies }) => Ok(await companies.named(COMPANY)))).unwrap();
  return existing?.id ?? (await addCompany({ name: COMPANY })).unwrap().id;
};

/** Older quotes have no policyholder's phone. They came from elsewhere, so this one too goes around the caller's form. */
const importOldQuote = async (needs: SeedNeeds, companyId: string): Promise<string> => {
  const { clock, ids, zone, unitOfWork } = needs;
  const today = dateOf(clock.now(), zone);
  const registered = await needs.registerVehicle({ ...OLD_VEHICLE, companyId, id: EXAMPLE.vehicleId });
  const vehicleId = registered.isOk()
    ? registered.value.id
    : 'vehicleId' in registered.error
      ? registered.error.vehicleId
      : '';
  const coverage = (await needs.listCoverages()).unwrap().find(({ vehicleType }) => vehicleType === OLD_VEHICLE.type);
  const terms = {
    duration: 12,
    usage: 'pleasure',
    policyHolderName: 'Ancien Client',
    policyHolderPhone: '0700000000',
    startDate: today,
  };
  const { quote } = (
    await needs.createQuote({ ...terms, companyId, vehicleId, coverageId: coverage?.id ?? '' })
  ).unwrap();
  const old = { ...quote, id: ids.next(), policyholder: { ...quote.policyholder, phone: null } };
  await unitOfWork.run(async ({ quotes }) => Ok(await quotes.add(old)));
  return old.id;
};

const OLD_VEHICLE = {
  type: 'auto',
  licencePlate: '4550 EG 01',
  brand: 'Toyota',
  model: 'Corolla',
  year: 2012,
  firstRoadDate: '2012-05-14',
  carOriginalValue: 12_000_000,
  carMarketValue: 3_500_000,
  energy: 'essence',
  power: 8,
  noSeat: 5,
} as const;
