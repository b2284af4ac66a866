import type {
  Conditions,
  Coverage,
  Insurer,
  MinimumPremium,
  Tariff,
  Translation,
  VehicleType,
} from '@vehicle-insurance/core';
import type { FromSchema } from 'json-schema-to-ts';
import type { catalogueSchema } from './catalogue-schema.ts';

/** The tariff that all coverages of one vehicle type share, so that a file contains each value only once. */
export type SharedTariff = Pick<Tariff, 'components' | 'coefficients' | 'fees' | 'taxes'>;

/** A coverage in a file: its components, and the rules that apply only to it. */
export interface CoverageEntry extends Coverage {
  readonly greatestVehicleAge: number | null;
  /** Codes of components from the tariff of the vehicle type, in printing order. */
  readonly components: readonly string[];
  readonly minimumPremium: MinimumPremium | null;
  readonly source?: string;
}

/** A catalogue as a tariff author writes it (docs/tariffs.md). */
export interface CatalogueFile {
  readonly name: string;
  readonly notes?: readonly string[];
  readonly insurers?: readonly Insurer[];
  readonly conditions?: readonly Conditions[];
  readonly tariffs: { readonly [Type in VehicleType]?: SharedTariff };
  readonly coverages: readonly CoverageEntry[];
  readonly translations?: readonly Translation[];
}

/** Converts a validated value. Does not compile if the schema accepts a value that the type does not. */
export const asCatalogueFile = (checked: FromSchema<typeof catalogueSchema>): CatalogueFile => checked;
