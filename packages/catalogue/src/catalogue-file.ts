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

/** The tariff that all coverages for one vehicle type share: each figure is in a file once. */
export type SharedTariff = Pick<Tariff, 'components' | 'coefficients' | 'fees' | 'taxes'>;

/** A coverage as a file describes it: the components it consists of, and what applies to it alone. */
export interface CoverageEntry extends Coverage {
  readonly greatestVehicleAge: number | null;
  /** Codes of components of the tariff for its vehicle type, in the order they are printed. */
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

/** A value of the schema's shape is a catalogue file; if the two drift apart, this does not compile. */
export const asCatalogueFile = (checked: FromSchema<typeof catalogueSchema>): CatalogueFile => checked;
