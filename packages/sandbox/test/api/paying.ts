import type { SessionReadOut, StandingBody } from './world.ts';

/** What the provider remembers of an attempt, in the order in which it happened. */
export const historyOf = ({ states, refunds }: SessionReadOut): readonly string[] => [
  ...states.map(({ event }) => event),
  ...refunds.map(({ amount }) => `refunded ${amount}`),
];

/** The service's answers to the notifications of an attempt. */
export const answersTo = ({ notifications }: SessionReadOut): readonly number[] =>
  notifications.flatMap(({ attempts }) => attempts.map(({ status }) => status));

export const isPaid = ({ contractId }: StandingBody): boolean => contractId !== null;
