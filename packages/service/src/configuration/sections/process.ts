import { section } from '../section.ts';
import { oneOf, oneOfOrNone, text, whole } from '../variable.ts';

export const PROCESS = section({
  title: 'The process',
  properties: {
    ENVIRONMENT: oneOf(
      'Deployment environment. Only production accepts vi_live_ keys. Optional only in a sandbox that runs its own database, providers and authority.',
      ['sandbox', 'staging', 'production'],
    ),
    ROLE: oneOf('The role of this process: answer requests, do due work, or both.', ['api', 'worker', 'both'], 'both'),
    HOST: text('Address to listen on.', { default: '127.0.0.1' }),
    PORT: whole('Port to listen on; 0 chooses a free one.', 0, 65_535, 3000),
    BASE_URL: text('Address at which callers and providers reach the service.', {
      address: 'api',
      needed: true,
      madeUp: '`http://HOST:PORT`',
    }),
    DATA_DIR: text('Folder for documents and bordereaux and, in the sandbox, for all its data.', {
      default: '.data',
    }),
    LOG_LEVEL: oneOfOrNone('Log level. Default: info, but warn in the sandbox, because a person reads its terminal.', [
      'debug',
      'info',
      'warn',
      'error',
      'silent',
    ]),
  },
  invalid: ({ HOST }) =>
    HOST === undefined || /^[\w.:%-]+$/.test(HOST)
      ? []
      : ['HOST must be an address of this machine, such as 127.0.0.1, without http:// or a port.'],
});
