import type { History } from '@vehicle-insurance/core';
import type { Unit } from './unit.ts';

export const historyIn = ({ note, linesAbout }: Unit): History => ({
  add: async (_, { what, id, from, to, ...said }) => note(what, id, from, to, said),
  of: async (_, ids) => linesAbout(ids),
});
