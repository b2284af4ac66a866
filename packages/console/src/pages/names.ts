import { listCompanies } from '@vehicle-insurance/core';
import type { PageDependencies } from '../web/page-dependencies.ts';

/** In the insurer field of a form, the value for the service's own insurer, which has no code. */
export const OWN = '-';

/** The names of insurers by code, with `OWN` for the service's own insurer, and of companies by id. */
export interface Names {
  readonly insurers: ReadonlyMap<string, string>;
  readonly companies: ReadonlyMap<string, string>;
}

/** Reads the names of insurers and companies. */
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
 * The name of an insurer; null means the service's own. If the catalogue no longer has the insurer, only its code is
 * known.
 */
export const insurerName = ({ insurers }: Pick<Names, 'insurers'>, code: string | null): string =>
  insurers.get(code ?? OWN) ?? `${code} (assureur retiré du catalogue)`;

/**
 * The codes of all insurers that have this insurer's name. One insurer can appear under its code and under null,
 * because its older entries have no code.
 */
export const codesOfName = (names: Pick<Names, 'insurers'>, code: string | null): readonly (string | null)[] => {
  const codes = [...names.insurers.keys(), code ?? OWN].map((each) => (each === OWN ? null : each));
  return [...new Set(codes)].filter((each) => insurerName(names, each) === insurerName(names, code));
};
