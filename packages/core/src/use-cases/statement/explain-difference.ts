import {
  contentOfDifference,
  explainDifference as explained,
  type Difference,
} from '../../domain/statement/difference.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import { Err, Ok, type Result } from '../../shared/result.ts';
import { author, fields, optional, plainText, shortText, type InvalidRequest } from '../../shared/rules.ts';
import { recordInHistory } from '../record-in-history.ts';
import { bookCertainFees } from './book-fees.ts';

export interface ExplainDifferenceCommand {
  readonly companyId: string;
  readonly paymentId: string;
  readonly id: string;
  readonly reason: string;
  readonly by: By;
  /** The `contentOfDifference` that the operator read. If absent, the difference is explained whatever its content. */
  readonly seen?: string | undefined;
}

/** No such difference is open. */
export interface DifferenceNotOpen {
  readonly code: 'difference_not_open';
}

/** The difference has changed since the operator read it. */
export interface DifferenceChanged {
  readonly code: 'difference_changed';
}

/**
 * An operator explains why statement and records differ. The difference then leaves the list. The operator's name and
 * reason are recorded in the history of the payment. If the difference changes, it is listed again. An explanation also
 * accepts a fee that differs from the agreed or booked fee, so the fee on the statement is booked.
 */
export const explainDifference =
  ({ unitOfWork, ...dependencies }: Pick<Dependencies, 'unitOfWork' | 'clock' | 'merchantFees'>) =>
  async (
    command: ExplainDifferenceCommand,
  ): Promise<Result<Difference, InvalidRequest | DifferenceNotOpen | DifferenceChanged>> => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { companyId, paymentId, id, reason, by, seen } = checked.value;
    return unitOfWork.run<Difference, DifferenceNotOpen | DifferenceChanged>(async (tx) => {
      const payment = await tx.payments.find(companyId, paymentId);
      if (payment) await tx.quotes.lock(companyId, payment.quoteId);
      const difference = await tx.statements.difference(companyId, id);
      if (!payment || difference?.status !== 'open') return Err({ code: 'difference_not_open' });
      if (seen !== null && seen !== contentOfDifference(difference)) return Err({ code: 'difference_changed' });
      const known = explained(difference, reason);
      await tx.statements.put(known);
      const { provider, paymentId: reference } = difference;
      await bookCertainFees(tx, dependencies, { companyId, provider, reference });
      const { kind, here, there, fee } = difference;
      await recordInHistory(
        tx,
        { what: 'payment', companyId, id: paymentId },
        {
          at: dependencies.clock.now(),
          why: { code: 'difference_explained', note: reason },
          by,
          evidence: { difference: kind, here, there, fee },
        },
      );
      return Ok(known);
    });
  };

const RULES = {
  companyId: plainText,
  paymentId: plainText,
  id: plainText,
  reason: shortText,
  by: author,
  seen: optional(plainText),
} as const;
