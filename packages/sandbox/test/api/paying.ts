import type { SessionReadOut, StandingBody } from './world.ts';

export const historyOf = ({ states, refunds }: SessionReadOut): readonly string[] => [
  ...states.map(({ event }) => event),
  ...refunds.map(({ amount }) => `refunded ${amount}`),
];

export const answersTo = ({ notifications }: SessionReadOut): readonly number[] =>
  notifications.flatMap(({ attempts }) => attempts.map(({ status }) => status));

export const isPaid = ({ contractId }: StandingBody): boolean => contractId !== null;
