import { setTimeout as realTime } from 'node:timers/promises';
import type { Simulator } from '../kernel/simulator.ts';
import { lookForWork } from '../kernel/own-work.ts';
import type { Notifications } from './notifications.ts';

/** What a provider does without being asked: requests for money end, and notifications are sent. */
export interface ProviderWork extends Pick<Simulator, 'nextDue' | 'catchUp'> {
  /** Sends what is due, and waits a moment for the answers. */
  tell(): Promise<void>;
  stop(): void;
}

/** The requests for money, as far as time ends them. */
interface Ending {
  endWhatIsOver(): void;
  nextEnd(): string | undefined;
}

/** How long an answer waits for the receivers of its own notifications, in real milliseconds. */
const WAIT_FOR_RECEIVERS = 2000;

/** Begins a provider's own work on its clock. */
export const providerWork = (
  requests: Ending,
  notifications: Notifications,
  now: () => Date,
  log: (line: string) => void,
): ProviderWork => {
  let stopped = false;
  const nextDue = (): Date | undefined => {
    const [first] = [requests.nextEnd(), notifications.nextDue()].filter((at) => at !== undefined).sort();
    return first === undefined ? undefined : new Date(first);
  };
  const catchUp = async (): Promise<void> => {
    do {
      requests.endWhatIsOver();
      await notifications.deliver();
    } while (!stopped && (nextDue() ?? Infinity) <= now());
  };
  const stopLooking = lookForWork(catchUp, log);
  return {
    nextDue,
    catchUp,
    tell: () => Promise.race([notifications.deliver(), realTime(WAIT_FOR_RECEIVERS, undefined, { ref: false })]),
    stop: () => {
      stopped = true;
      stopLooking();
    },
  };
};
