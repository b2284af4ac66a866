import type { Clock } from '../../ports/clock.ts';
import type { UnitOfWork } from '../../ports/unit-of-work.ts';
import { fields, flag, type InvalidRequest } from '../../shared/invalid-request.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { plainText } from '../../shared/text.ts';

/** Openings are paused, or go on. */
export interface PausePaymentsCommand {
  readonly paused: boolean;
  readonly why: string;
  readonly by: string;
}

/** Pauses or resumes the opening of payments. */
export type PausePayments = (command: PausePaymentsCommand) => Promise<Result<void, InvalidRequest>>;

/**
 * An operator stops the opening of payments, or lets it go on; every process follows within five seconds. Payments
 * that are open already are checked and settled all the same.
 */
export const pausePayments =
  ({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }): PausePayments =>
  async (command) => {
    const checked = fields(command, { paused: flag, why: plainText, by: plainText });
    if (checked.isErr()) return checked;
    const { paused, why, by } = checked.value;
    return unitOfWork.run<void, never>(async ({ paymentPause }) => {
      const note = { at: clock.now(), why, by };
      return Ok(await (paused ? paymentPause.pause(note) : paymentPause.resume(note)));
    });
  };
