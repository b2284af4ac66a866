import type { Dependencies } from '../../ports/dependencies.ts';
import type { By } from '../../shared/author.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { author, fields, flag, shortText, type InvalidRequest } from '../../shared/rules.ts';

/** Whether to pause or resume the opening of payments, why, and by whom. */
export interface PausePaymentsCommand {
  readonly paused: boolean;
  readonly why: string;
  readonly by: By;
}

/**
 * An operator pauses or resumes the opening of payments. Every process applies the change from its next request on.
 * Payments that are already open are still checked and settled.
 */
export const pausePayments =
  ({ unitOfWork, clock }: Pick<Dependencies, 'unitOfWork' | 'clock'>) =>
  async (command: PausePaymentsCommand): Promise<Result<void, InvalidRequest>> => {
    const checked = fields(command, { paused: flag, why: shortText, by: author });
    if (checked.isErr()) return checked;
    const { paused, why, by } = checked.value;
    return unitOfWork.run<void, never>(async ({ paymentPause }) => {
      const entry = { at: clock.now(), why: { code: 'operator_decided', note: why } as const, by };
      return Ok(await (paused ? paymentPause.pause(entry) : paymentPause.resume(entry)));
    });
  };
