import type { Step } from './events.ts';
import type { History } from './history.ts';
import { TO_THE_END } from './scenes.ts';
import { SIMPLEST, type Setting } from './setting.ts';

const fieldsOf = (of: object): string =>
  Object.entries(of)
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(', ');

const describeStep = ({ event: { is, ...details }, turns, order }: Step): string => {
  const given = turns === 0 ? '' : `; ${turns === TO_THE_END ? 'to the end' : `${turns} turns`}, in order ${order}`;
  return `${is} (${fieldsOf(details)})${given}`;
};

const describeSetting = (setting: Setting): string => {
  const peculiar = Object.entries(setting).filter(([name, value]) => SIMPLEST[name as keyof Setting] !== value);
  return peculiar.length === 0 ? 'In the simplest setting:' : `With ${fieldsOf(Object.fromEntries(peculiar))}:`;
};

/** A history in words, a line for each step, with the time at which it happens. Everything is counted from 0. */
export const describeHistory = ({ steps, ...setting }: History, times: readonly string[]): readonly string[] => [
  describeSetting(setting),
  ...steps.map((step, index) => `  ${times[index]?.slice(11, 19) ?? '  never '} ${describeStep(step)}`),
  '  then all trouble ends, and time goes by',
];
