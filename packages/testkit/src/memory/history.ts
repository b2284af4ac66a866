import type { Dismissals, History } from '@vehicle-insurance/core';
import { dismissalKey } from './tables.ts';
import type { Unit } from './unit.ts';

export const historyIn = ({ note, linesAbout }: Unit): History => ({
  add: async (_, { what, id, from, to, ...said }) => note(what, id, from, to, said),
  of: async (_, ids) => linesAbout(ids),
});

export const dismissalsIn = ({ dismissals }: Unit): Dismissals => ({
  add: async (dismissal) => {
    const before = dismissals.get(dismissalKey(dismissal));
    if (!before) dismissals.add(dismissal);
    else if (before.at < dismissal.at) dismissals.save(dismissal);
  },
});
