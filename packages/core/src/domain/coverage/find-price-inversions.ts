import type { PricedCoverage } from './catalogue.ts';
import { spaced } from '../../shared/money.ts';
import { MEASURED_FIELDS, type PricingFacts } from './price-component.ts';
import { price } from './price.ts';
import { bandEnds, sampleFacts } from './sample-facts.ts';
import { DURATIONS, type Duration } from './terms.ts';

const GROWING = ['market_value', 'original_value', 'power', 'duration'] as const;
type Growing = (typeof GROWING)[number];

interface Step {
  readonly growing: Growing;
  readonly from: number;
  readonly to: number;
}

interface Fall {
  readonly before: number;
  readonly after: number;
  readonly facts: PricingFacts;
}

/**
 * Finds the points at which the premium of a sample vehicle falls although value, power or duration grows. Only the
 * ends of bands and the changes of duration are checked. Within a band, no premium falls: rates are not negative, and
 * rounding keeps the order. Each point is reported once, with its greatest fall.
 */
export const findPriceInversions = (priced: PricedCoverage): readonly string[] => {
  const found: string[] = [];
  for (const inversion of seekPriceInversions(priced)) if (inversion !== undefined) found.push(inversion);
  return found;
};

/**
 * Like `findPriceInversions`, but a generator, which also yields undefined after each comparison. Checking a tariff
 * with many bands takes minutes. After each value, the consumer can do other work, or stop.
 */
export function* seekPriceInversions(priced: PricedCoverage): Generator<string | undefined> {
  for (const growing of GROWING) {
    const samples = sampleFacts(priced, growing);
    for (const step of stepsOf(priced, growing)) {
      let greatest: Fall | undefined;
      for (const facts of samples) {
        greatest = greater(greatest, fallAt(priced, step, facts));
        yield undefined;
      }
      if (greatest) yield explain(priced, step, greatest);
    }
  }
}

const stepsOf = ({ tariff }: PricedCoverage, growing: Growing): readonly Step[] =>
  growing === 'duration'
    ? DURATIONS.slice(1).map((to, before) => ({ growing, from: DURATIONS[before] ?? to, to }))
    : bandEnds(tariff, growing).map((end) => ({ growing, from: end, to: end + 1 }));

const fallAt = (
  { coverage, tariff }: PricedCoverage,
  { growing, from, to }: Step,
  facts: PricingFacts,
): Fall | undefined => {
  const before = price(coverage, tariff, increase(facts, growing, from));
  const after = price(coverage, tariff, increase(facts, growing, to));
  if (before.isErr() || after.isErr() || after.value.amount >= before.value.amount) return undefined;
  return { before: before.value.amount, after: after.value.amount, facts };
};

const increase = (facts: PricingFacts, growing: Growing, to: number): PricingFacts =>
  growing === 'duration'
    ? { ...facts, duration: to as Duration }
    : { ...facts, vehicle: { ...facts.vehicle, [MEASURED_FIELDS[growing]]: to } };

const greater = (a: Fall | undefined, b: Fall | undefined): Fall | undefined =>
  a && b ? (b.before - b.after > a.before - a.after ? b : a) : (a ?? b);

const NAMES: Readonly<Record<Growing, string>> = {
  market_value: 'market value',
  original_value: 'original value',
  power: 'power',
  duration: 'duration in months',
};

const explain = ({ coverage }: PricedCoverage, { growing, from, to }: Step, { before, after, facts }: Fall): string => {
  const { vehicle, usage, duration } = facts;
  const others = [vehicle.energy, usage, ...(growing === 'duration' ? [] : [`${duration} months`])].join(', ');
  return (
    `"${coverage.name}": when the ${NAMES[growing]} grows from ${spaced(from)} to ${spaced(to)}, the premium falls ` +
    `from ${spaced(before)} F to ${spaced(after)} F (${others}). ` +
    `Raise the prices that begin at ${spaced(to)}, or lower those before it.`
  );
};
