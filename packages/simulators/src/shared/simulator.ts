import { join } from 'node:path';
import Router from '@koa/router';
import { application, type Complaint } from './application.ts';
import { describeAt, type Description } from './home.ts';
import { listen } from './listen.ts';
import { openRequestLog, type RequestLog } from './request-log.ts';

/** A stateful simulation of one outside system, over HTTP. */
export interface Simulator {
  /** Its base URL, without a slash at the end. */
  readonly url: string;
  /**
   * When its next background work is due on its clock, such as a session that expires or a notification to send.
   * Undefined if there is no background work.
   */
  nextDue(): Date | undefined;
  /**
   * Does all background work that is due on its clock. Resolves when every notification has got a response or has
   * failed.
   */
  catchUp(): Promise<void>;
  /** Stops listening and working. Its state remains in its data folder for the next start. */
  close(): Promise<void>;
}

/** Options of every simulator. */
export interface SimulatorOptions {
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Folder for its state. It is created if it is missing. Run only one simulator per folder. */
  readonly dataDir: string;
  /** Its clock, which may jump forward. */
  readonly now: () => Date;
  /** Its public address, if that differs from the address on which it listens, as behind a proxy or in a container. */
  readonly publicUrl?: string;
  /** Receives one line for each background error. If it is absent, errors are not reported. */
  readonly log?: (line: string) => void;
}

/** The basis of a simulator, which has bound its port and records the received requests. */
export interface Foundation {
  readonly url: string;
  readonly router: Router;
  readonly requests: RequestLog;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  /** The path of a file in its data folder. */
  readonly fileOf: (name: string) => string;
}

/** The parts that each simulator adds. */
export interface Built extends Pick<Simulator, 'nextDue' | 'catchUp'> {
  readonly complaint: Complaint;
  /** Stops its background work, which may still write to its files. */
  stopWork(): void;
  /** Closes its files. Called after the last request. */
  close(): Promise<void> | void;
}

/**
 * Starts a simulator that describes itself at `/`. Resolves when it accepts requests. If the port is in use, rejects
 * with the system's error before it opens any file.
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
