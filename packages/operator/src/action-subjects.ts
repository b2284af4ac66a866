import type { WordedAction } from '@vehicle-insurance/core';
import type { Context } from './context.ts';
import { resolveClosing, resolveContract, resolveDifference, resolvePayment } from './matches.ts';
import { month } from './options.ts';
import { refuse } from './refusal.ts';

/** The options that can replace a month. */
interface Period {
  readonly from?: string;
  readonly until?: string;
}

interface Subject {
  /** The argument of the command. Absent if the action has no subject. */
  readonly argument?: string;
  readonly description?: string;
  readonly parse?: (text: string) => string;
  /** Returns the subject that the action receives: the id of the only match, the typed text, or an empty text. */
  readonly find: (context: Context, typed: string, options: Period) => Promise<string>;
}

const asTyped = (_: Context, typed: string): Promise<string> => Promise.resolve(typed);

/** Finds a closed month. If the options contain days instead, the subject is empty. */
const monthOrDays: Subject['find'] = async (context, typed, { from, until }) => {
  if (typed !== '' && from === undefined && until === undefined) return (await resolveClosing(context, typed)).month;
  if (typed !== '' || from === undefined || until === undefined)
    return refuse('Give a closed month, such as 2026-11, or both --from and --until.');
  return until < from ? refuse('--until is before --from.') : '';
};

/** How a command identifies each kind of subject. */
export const SUBJECTS: Readonly<Record<WordedAction['about'], Subject>> = {
  payment: { argument: '<payment>', find: resolvePayment },
  contract: { argument: '<contract>', find: resolveContract },
  // The use cases accept an id or a name.
  company: { argument: '<company>', find: asTyped },
  difference: {
    argument: '<difference>',
    find: async (context, typed) => (await resolveDifference(context, typed)).id,
  },
  item: { argument: '<item>', find: asTyped },
  month: { argument: '<month>', description: 'such as 2026-11', parse: month, find: asTyped },
  bordereaux: { argument: '[month]', description: 'closed month, such as 2026-11', parse: month, find: monthOrDays },
  voucher: { argument: '<voucher>', find: asTyped },
  session: { argument: '<session>', find: asTyped },
  statement: { find: () => Promise.resolve('') },
  service: { find: () => Promise.resolve('') },
};
