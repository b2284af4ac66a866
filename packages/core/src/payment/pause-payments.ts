import type { Clock } from '../kernel/ports.ts';
import { Ok, type Result } from '../kernel/result.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';

/** Openings are paused, or go on. */
export interface PausePaymentsCommand {
  readonly paused: boolean;
  readonly why: string;
  readonly by: string;
}

/** Pauses or resumes the opening of payments. */
export type PausePayments = (command: PausePaymentsCommand) => Promise<Result<void, never>>;

/**
 * An operator stops the opening of payments, or lets it go on; every process follows within five seconds. Payments
 * that are open already are checked and settled all the same.
 */
export const pausePayments =
  ({ unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock }): PausePayments =>
  ({ paused, why, by }) =>
    unitOfWork.run<void, never>(async ({ paymentPause }) => {
      const note = { at: clock.now(), why, by };
      return Ok(await (paused ? paymentPause.pause(note) : paymentPause.resume(note)));
    });
