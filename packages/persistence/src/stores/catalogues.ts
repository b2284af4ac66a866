import type { Catalogues } from '@vehicle-insurance/core';
import type { Session } from '../session.ts';

export const catalogues = (session: Session): Catalogues => ({
  /** Two loaded at once take the same number: the table refuses the second, and its work is retried. */
  add: async (definition, by) => {
    const [row] = await session.query<{ version: number }>(
      `insert into catalogue (version, definition, loaded_by)
       select coalesce(max(version), 0) + 1, $1, $2 from catalogue
       returning version`,
      [definition, by],
    );
    if (!row) throw new Error('a catalogue that was just added is not there');
    return { ...definition, version: row.version };
  },
});
