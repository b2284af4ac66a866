import { section } from '../section.ts';
import { text, whole } from '../variable.ts';

/** Where everything is kept, and where jobs are. */
export const DATABASE = section({
  title: 'The database',
  properties: {
    DATABASE_URL: text(
      'PostgreSQL 15 or newer, postgres://user:password@host/database. It belongs to one ENVIRONMENT.',
      { secret: 'own', address: 'postgres', needed: true, madeUp: 'one of its own' },
    ),
    DATABASE_POOL: whole('Database connections of this process at the most.', 2, 200, 20),
    CLOCK_TOLERANCE: whole(
      'Seconds by which the clock of this machine may differ from the database’s. Beyond it the process is not ready, and does nothing that depends on the time.',
      1,
      60,
      5,
    ),
    SCHEDULER_STORE: text(
      'Where Agenda keeps its jobs: a postgres:// or mongodb:// URL. Default: DATABASE_URL. Each ENVIRONMENT has a schema or collection of its own there.',
      { secret: 'own', address: 'scheduler' },
    ),
  },
});
