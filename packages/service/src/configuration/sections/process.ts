import { section } from '../section.ts';
import { oneOf, oneOfOrNone, text, whole } from '../variable.ts';

/** What this process is and where it listens. */
export const PROCESS = section({
  title: 'The process',
  properties: {
    ENVIRONMENT: oneOf(
      'Which world this is. Only production takes vi_live_ keys. May be left out only in a sandbox that runs its own database, providers and authority.',
      ['sandbox', 'staging', 'production'],
    ),
    ROLE: oneOf('What this process does: answer requests, do due work, or both.', ['api', 'worker', 'both'], 'both'),
    HOST: text('Address to listen on.', { default: '127.0.0.1' }),
    PORT: whole('Port to listen on; 0 takes a free one.', 0, 65_535, 3000),
    BASE_URL: text('Address callers and providers reach the service at.', {
      address: 'api',
      needed: true,
      madeUp: '`http://HOST:PORT`',
    }),
    DATA_DIR: text('Folder for documents and bordereaux and, in the sandbox, for everything.', {
      default: '.data',
    }),
    LOG_LEVEL: oneOfOrNone(
      'How much the log says. Default: info; warn in the sandbox, whose terminal a person reads.',
      ['debug', 'info', 'warn', 'error', 'silent'],
    ),
  },
  invalid: ({ HOST }) =>
    HOST === undefined || /^[\w.:%-]+$/.test(HOST)
      ? []
      : ['HOST must be an address of this machine, such as 127.0.0.1, without http:// or a port.'],
});
