import type { DifferenceDetails } from '../../ports/statements.ts';
import type { Store } from '../../ports/store.ts';
import { namedFirst, readMeant } from '../operations/look-up.ts';

/** How many open differences, or payments, what was typed is looked for among. */
const LIMIT = 1_000;

/**
 * The open differences that an operator means: by an id of their own or of their payment, or the beginning of one; else by
 * whatever else tells the payment.
 */
export const openDifferences =
  ({ statements, lookUps }: Pick<Store, 'statements' | 'lookUps'>) =>
  async (typed: string): Promise<readonly DifferenceDetails[]> => {
    const meant = readMeant(typed);
    const named = meant.ids ? await statements.differences(LIMIT, { status: 'open', ids: meant.ids }) : [];
    if (named.length > 0) return named;
    const paymentIds = namedFirst(await lookUps.payments(meant, LIMIT)).map(({ id }) => id);
    return statements.differences(LIMIT, { status: 'open', paymentIds });
  };
