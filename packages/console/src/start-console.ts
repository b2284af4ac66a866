import type { Bordereaux, ErrorReporter } from '@vehicle-insurance/core';
import { callerAddress, openServer, type Service, type Variables } from '@vehicle-insurance/service';
import { linkFor } from './access/link-for.ts';
import { openAccess } from './access/open-access.ts';
import type { Person } from './access/person.ts';
import { recordEnds } from './access/record-ends.ts';
import { ROUTES } from './routes.ts';
import { openIdProvider } from './sign-in/openid.ts';
import type { Provider } from './sign-in/provider.ts';
import { consoleApp } from './web/app.ts';

/** A running console. */
export interface RunningConsole {
  /** The console's URL for operators. */
  readonly url: string;
  /** Creates a link with which a person can sign in once. */
  readonly link: (person: Person) => Promise<string>;
  stop(): Promise<void>;
}

/** Milliseconds between two checks for expired proposals. */
const RECORD_EVERY = 60_000;

/** The options of a console. */
export interface ConsoleOptions {
  /** Whether the console may use any free port if the configured port is not available, as in a sandbox. */
  readonly takesAnyPort?: boolean;
  readonly bordereaux: Bordereaux;
}

/** Starts the console with the bindings of a running service. The same process may also serve the API. */
export const startConsole = async (
  variables: Variables,
  { bound }: Pick<Service, 'bound'>,
  { takesAnyPort = false, bordereaux }: ConsoleOptions,
): Promise<RunningConsole> => {
  const { HOST, CONSOLE_PORT, CONSOLE_URL } = variables;
  await using starting = new AsyncDisposableStack();
  const server = await openServer(HOST, CONSOLE_PORT, { variable: 'CONSOLE_PORT' }).catch((error: unknown) => {
    if (takesAnyPort) return openServer(HOST, 0, { variable: 'CONSOLE_PORT' });
    throw error;
  });
  starting.defer(server.close);
  const access = openAccess(bound.store, {
    idle: variables.CONSOLE_IDLE_MINUTES,
    absolute: variables.CONSOLE_SESSION_HOURS,
  });
  const url = CONSOLE_URL?.replace(/\/+$/, '') ?? server.url;
  const secondPerson = { isNeeded: variables.CONSOLE_SECOND_PERSON, minutes: variables.CONSOLE_CONFIRM_MINUTES };
  const provider = providerOf(variables, url, bound.errorReporter);
  const pages = { ports: { ...bound, bordereaux }, access, secondPerson, hasProvider: provider !== undefined };
  const app = consoleApp({
    origin: new URL(url).origin,
    errorReporter: bound.errorReporter,
    provider,
    routes: ROUTES,
    pages,
    addressOf: callerAddress(variables),
  });
  const answer = app.callback();
  server.answerWith((request, response) => void answer(request, response));
  const record = (): void =>
    void recordEnds(pages).catch((cause: unknown) =>
      bound.errorReporter.report({ what: 'the end of a proposal could not be recorded yet', cause }),
    );
  const recording = setInterval(record, RECORD_EVERY).unref();
  const started = starting.move();
  started.defer(() => clearInterval(recording));
  // Disposal runs in reverse order, so the server closes first.
  started.defer(server.close);
  return {
    url,
    link: (person) => linkFor(access, url, person, variables.CONSOLE_LINK_MINUTES),
    stop: () => started.disposeAsync(),
  };
};

/** The configured identity provider; undefined if there is none. */
const providerOf = (variables: Variables, url: string, errorReporter: ErrorReporter): Provider | undefined => {
  const { CONSOLE_OIDC_ISSUER: issuer, CONSOLE_OIDC_CLIENT_ID: clientId } = variables;
  const { CONSOLE_OIDC_CLIENT_SECRET: clientSecret, CONSOLE_OIDC_ROLE_CLAIM: roleClaim } = variables;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return openIdProvider({ issuer, clientId, clientSecret, roleClaim, back: `${url}/sign-in/back`, errorReporter });
};
