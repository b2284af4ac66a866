import { ENERGIES } from '../vehicle/vehicle.ts';
import type { PricedCoverage } from './catalogue.ts';
import { spaced } from '../../shared/money.ts';
import type { Component, Row } from './tariff.ts';
import { USAGES } from './terms.ts';

/**
 * Finds the vehicles and usages for which a tariff has no price. A missing price is not an error, because the insurer
 * may intend the gap.
 */
export const findUnpricedCases = ({ coverage, tariff }: PricedCoverage): readonly string[] =>
  tariff.components.flatMap((component) =>
    unpricedIn(component).map((gap) => `"${coverage.name}" has no price for ${gap} (component "${component.code}").`),
  );

const unpricedIn = ({ price }: Component): readonly string[] => {
  if (price.kind === 'fixed' || price.kind === 'per_seat') return [];
  const measured = price.kind === 'lookup' ? price.by : price.of;
  return [
    ...uncoveredCases(price.rows),
    ...price.rows.flatMap(({ energies = ENERGIES, usages = USAGES, bands }) => {
      const end = bands.at(-1)?.upTo ?? null;
      return end === null
        ? []
        : [`a ${measured.replace('_', ' ')} above ${spaced(end)}, ${energies.join(' or ')}, ${usages.join(' or ')}`];
    }),
  ];
};

/** The combinations of energy and usages that no row covers, grouped by energy. */
const uncoveredCases = (rows: readonly Row<unknown>[]): readonly string[] =>
  ENERGIES.flatMap((energy) => {
    const usages = USAGES.filter(
      (usage) =>
        !rows.some((row) => (row.energies ?? ENERGIES).includes(energy) && (row.usages ?? USAGES).includes(usage)),
    );
    return usages.length > 0 ? [`${energy}, ${usages.join(' or ')}`] : [];
  });
