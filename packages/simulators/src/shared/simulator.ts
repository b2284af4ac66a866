import { join } from 'node:path';
import Router from '@koa/router';
import { application, type Complaint } from './application.ts';
import { describeAt, type Description } from './home.ts';
import { listen } from './listen.ts';
import { openRequestLog, type RequestLog } from './request-log.ts';

/** A stateful stand-in for one outside system, reachable over HTTP. */
export interface Simulator {
  /** Its base URL, without a slash at the end. */
  readonly url: string;
  /** When its next own work is due on its clock (a session that expires, a notification to send); absent if none waits. */
  nextDue(): Date | undefined;
  /** Does all own work that is due by its clock, and resolves once every notification sent has been answered or lost. */
  catchUp(): Promise<void>;
  /** Stops listening and working. What it knows stays in its data folder for the next start. */
  close(): Promise<void>;
}

/** What every simulator needs to know. */
export interface SimulatorOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Folder for its state, made if it is missing. One running simulator per folder. */
  readonly dataDir: string;
  /** The clock it lives by; it may jump forward. */
  readonly now: () => Date;
  /** The address others reach it by, where that is not the one it listens on (behind a proxy or in a container). */
  readonly publicUrl?: string;
  /** Told one line about what goes wrong in the background; silent if absent. */
  readonly log?: (line: string) => void;
}

/** What a simulator is built on: it has its port, and writes down the requests it receives. */
export interface Foundation {
  readonly url: string;
  readonly router: Router;
  readonly requests: RequestLog;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  /** The file of its data folder that keeps what is called so. */
  readonly fileOf: (name: string) => string;
}

/** What each simulator adds. */
export interface Built extends Pick<Simulator, 'nextDue' | 'catchUp'> {
  readonly complaint: Complaint;
  /** Ends its own work, which may still write into its files. */
  stopWork(): void;
  /** Closes its files; no request comes any more. */
  close(): Promise<void> | void;
}

/**
 * Starts a simulator that describes itself at `/`. Resolves once it answers; rejects with the system's error if the port
 * is taken, before any file is touched.
 */
export const startSimulator = async (
  { host, port, dataDir, now, publicUrl, log = () => {} }: SimulatorOptions,
  { requestsFile, ...description }: Description & { readonly requestsFile: string },
  build: (foundation: Foundation) => Built,
): Promise<Simulator> => {
  const listening = await listen(host, port);
  const url = publicUrl ?? listening.url;
  const fileOf = (name: string): string => join(dataDir, `${name}.jsonl`);
  const requests = openRequestLog(fileOf(requestsFile), now);
  const router = new Router();
  describeAt(router, description);
  const { complaint, nextDue, catchUp, stopWork, close } = build({ url, router, requests, now, log, fileOf });
  listening.serve(application({ router, record: requests.middleware, complaint, log }));
  return {
    url,
    nextDue,
    catchUp,
    close: async () => {
      stopWork();
      await listening.close();
      await close();
      requests.close();
    },
  };
};
