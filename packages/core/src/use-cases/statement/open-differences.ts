import type { DifferenceDetails } from '../../ports/statements.ts';
import type { Store } from '../../ports/store.ts';
import { namedFirst, readSearchTerms } from '../operations/look-up.ts';

/** The maximum number of open differences, or of payments, that a look-up reads. */
const LIMIT = 1_000;

/**
 * The open differences that match a text. The text is first read as the beginning of a difference's id or of its
 * payment's id. If nothing is found, the text may be anything else that identifies the payment.
 */
export const openDifferences =
  ({ statements, lookUps }: Pick<Store, 'statements' | 'lookUps'>) =>
  async (typed: string): Promise<readonly DifferenceDetails[]> => {
    const terms = readSearchTerms(typed);
    const named = terms.ids ? await statements.differences(LIMIT, { status: 'open', ids: terms.ids }) : [];
    if (named.length > 0) return named;
    const paymentIds = namedFirst(await lookUps.payments(terms, LIMIT)).map(({ id }) => id);
    return statements.differences(LIMIT, { status: 'open', paymentIds });
  };
