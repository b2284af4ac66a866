import type { DifferenceDetails } from '../../ports/statements.ts';
import type { Store } from '../../ports/store.ts';
import { namedFirst, readMeant } from '../operations/look-up.ts';

/** Open differences, or payments, that a look-up reads at most. */
const LIMIT = 1_000;

/**
 * The open differences that an operator means: by their own id or that of their payment, or its beginning; else by
 * anything else that identifies the payment.
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
