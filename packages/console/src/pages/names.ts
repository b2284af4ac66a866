import { listCompanies } from '@vehicle-insurance/core';
import type { PageDependencies } from '../web/page-dependencies.ts';

/** The form value for the service's own insurer, which has no code. */
export const OWN = '-';

/** Insurers' names by code, and companies' names by id. `OWN` is the key of the service's own insurer. */
export interface Names {
  readonly insurers: ReadonlyMap<string, string>;
  readonly companies: ReadonlyMap<string, string>;
}

export const namesIn = async (ports: PageDependencies['ports']): Promise<Names> => {
  const { insurers = [] } = await ports.catalogue.current();
  const companies = await listCompanies(ports)();
  return {
    insurers: new Map([[OWN, ports.insuranceCompany], ...insurers.map(({ code, name }) => [code, name] as const)]),
    companies: new Map(companies.map(({ id, name }) => [id, name])),
  };
};

/**
 * The insurers with distinct labels. The service's own insurer often has the same name as an insurer of the catalogue.
 */
export const distinctInsurers = ({ insurers }: Pick<Names, 'insurers'>): Names['insurers'] => {
  const own = insurers.get(OWN) ?? '';
  const isTwice = [...insurers].some(([code, name]) => code !== OWN && name === own);
  return isTwice ? new Map([...insurers, [OWN, `${own} (contrats antérieurs au catalogue)`]]) : insurers;
};

/**
 * The name of an insurer; a null code means the service's own insurer. For an insurer that the catalogue no longer has,
 * the name contains the code.
 */
export const insurerName = ({ insurers }: Pick<Names, 'insurers'>, code: string | null): string =>
  insurers.get(code ?? OWN) ?? `${code} (assureur retiré du catalogue)`;

/**
 * The codes of all insurers with the same name as this insurer. Older entries have a null code, so one insurer can have
 * two codes.
 */
export const codesOfName = (names: Pick<Names, 'insurers'>, code: string | null): readonly (string | null)[] => {
  const codes = [...names.insurers.keys(), code ?? OWN].map((each) => (each === OWN ? null : each));
  return [...new Set(codes)].filter((each) => insurerName(names, each) === insurerName(names, code));
};
