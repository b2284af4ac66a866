import type { Context, Middleware } from 'koa';
import { openJournal } from './journal.ts';

export interface ReceivedRequest {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** The status of the response; null if the connection was cut. */
  readonly status: number | null;
  /** The protocol's own code in the response, if any. */
  readonly statut?: number;
}

/** The received requests, by the keys that `isAbout` has set. */
export interface RequestLog {
  /** Records every request for which a route has called `isAbout` and has not failed, before the response is sent. */
  readonly middleware: Middleware;
  about(key: string): readonly ReceivedRequest[];
  close(): void;
}

interface Entry {
  readonly about: readonly string[];
  readonly request: ReceivedRequest;
}

export const openRequestLog = (file: string, now: () => Date): RequestLog => {
  const journal = openJournal<Entry>(file, ({ about }) => about);
  return {
    middleware: async (ctx, next) => {
      const at = now().toISOString();
      await next();
      const { about = [], cut = false, statut } = ctx.state as KeptOfRequest;
      if (about.length === 0) return;
      const entry = {
        about,
        request: {
          at,
          method: ctx.method,
          path: ctx.path,
          status: cut ? null : ctx.status,
          ...(statut === undefined ? {} : { statut }),
        },
      };
      journal.put(String(journal.size), entry);
    },
    about: (key) => journal.named(key).map(({ request }) => request),
    close: () => journal.close(),
  };
};

interface KeptOfRequest {
  readonly about?: readonly string[];
  readonly cut?: boolean;
  readonly statut?: number;
}

/** Sets the keys by which the log finds the current request, such as a policy number. */
export const isAbout = (ctx: Context, ...keys: readonly string[]): void => {
  ctx.state['about'] = keys;
};

/** Records the protocol's own code of the response. */
export const keepStatut = (ctx: Context, statut: number): void => {
  ctx.state['statut'] = statut;
};
