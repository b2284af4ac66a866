import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import { addCompany, dateOf, findCompany, issueKey, loadCatalogue } from '@vehicle-insurance/core';
import { EXAMPLE } from '@vehicle-insurance/http';
import type { Service } from '@vehicle-insurance/service';
import { readSandboxFile } from './sandbox-file.ts';

/** The initial data of a sandbox. */
export interface Seed {
  readonly apiKey: string;
  readonly incompleteQuoteId: string;
}

export const COMPANY = 'Courtage du bac à sable';

/**
 * Adds the initial data, unless the sandbox file contains a valid key: a catalogue, a company with a key, and a quote
 * without a phone number. Such quotes were imported before phone numbers were required.
 */
export const seed = async (dependencies: Service['bound'], dataDir: string): Promise<Seed> => {
  const known = readSandboxFile(dataDir);
  if (known && (await dependencies.authenticate(known.apiKey)).isOk()) return known;

  if ((await dependencies.catalogue.current()).version === 0)
    await loadCatalogue(dependencies)(sandboxCatalogue(), 'sandbox');
  const company = await companyOf(dependencies);
  const issued = (await issueKey(dependencies)({ company, label: 'bac à sable' })).unwrap();
  return { apiKey: issued.key, incompleteQuoteId: await importOldQuote(dependencies, company) };
};

const companyOf = async (dependencies: Service['bound']): Promise<string> => {
  const existing = await findCompany(dependencies)(COMPANY);
  return existing?.id ?? (await addCompany(dependencies)({ name: COMPANY })).unwrap().id;
};

/** The import bypasses the validation of requests, which would refuse a quote without a phone number. */
const importOldQuote = async (dependencies: Service['bound'], companyId: string): Promise<string> => {
  const { clock, ids, zone, unitOfWork } = dependencies;
  const today = dateOf(clock.now(), zone);
  const registered = await dependencies.registerVehicle({ ...OLD_VEHICLE, companyId, id: EXAMPLE.vehicleId });
  const vehicleId = registered.isOk()
    ? registered.value.id
    : 'vehicleId' in registered.error
      ? registered.error.vehicleId
      : '';
  const coverage = (await dependencies.listCoverages())
    .unwrap()
    .find(({ vehicleType }) => vehicleType === OLD_VEHICLE.type);
  const terms = {
    duration: 12,
    usage: 'pleasure',
    policyHolderName: 'Ancien Client',
    policyHolderPhone: '0700000000',
    startDate: today,
  };
  const { quote } = (
    await dependencies.createQuote({ ...terms, companyId, vehicleId, coverageId: coverage?.id ?? '' })
  ).unwrap();
  const old = { ...quote, id: ids.next(), policyholder: { ...quote.policyholder, phone: null } };
  (await unitOfWork.run(({ quotes }) => quotes.add(old))).unwrap();
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
