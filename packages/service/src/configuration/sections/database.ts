import { section } from '../section.ts';
import { inTheClearLine, isInTheClear } from '../transport.ts';
import { oneOf, text, whole } from '../variable.ts';

export const DATABASE = section({
  title: 'The database',
  properties: {
    DATABASE_URL: text(
      'PostgreSQL 15 or newer, postgres://user:password@host/database. It belongs to one ENVIRONMENT.',
      { secret: 'own', address: 'postgres', needed: true, madeUp: 'its own database' },
    ),
    DATABASE_TLS: oneOf(
      'Whether production requires verified TLS to a database on another machine. Use `off` only on a private network.',
      ['required', 'off'],
    ),
    DATABASE_POOL: whole('Maximum number of database connections of this process.', 2, 200, 20),
    CLOCK_TOLERANCE: whole(
      'Seconds by which the clock of this machine may differ from the database’s. Beyond that, the process is not ready and does no work that depends on the time.',
      1,
      60,
      5,
    ),
    SCHEDULER_STORE: text(
      'Store of Agenda’s jobs: a postgres:// or mongodb:// URL. Default: DATABASE_URL. Each ENVIRONMENT has its own schema or collection there.',
      { secret: 'own', address: 'scheduler' },
    ),
    SCHEDULER_STORE_TLS: oneOf('Like DATABASE_TLS, for SCHEDULER_STORE.', ['required', 'off']),
  },
  unsafe: ({ ENVIRONMENT, DATABASE_URL = '', DATABASE_TLS, SCHEDULER_STORE = '', SCHEDULER_STORE_TLS }) => {
    if (ENVIRONMENT !== 'production') return [];
    const how = SCHEDULER_STORE.startsWith('mongodb') ? 'add tls=true to it' : POSTGRES_TLS;
    return [
      ...(DATABASE_TLS !== 'off' && isInTheClear(DATABASE_URL)
        ? [inTheClearLine('DATABASE_URL', POSTGRES_TLS, 'DATABASE_TLS')]
        : []),
      ...(SCHEDULER_STORE_TLS !== 'off' && isInTheClear(SCHEDULER_STORE)
        ? [inTheClearLine('SCHEDULER_STORE', how, 'SCHEDULER_STORE_TLS')]
        : []),
    ];
  },
});

const POSTGRES_TLS = 'add sslmode=verify-full to it';
