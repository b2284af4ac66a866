import { join } from 'node:path';
import Router from '@koa/router';
import { application, type Complaint } from './application.ts';
import { describeAt, type Description } from './home.ts';
import { listen } from './listen.ts';
import { openRequestLog, type RequestLog } from './request-log.ts';

/** A stateful simulation of one outside system, over HTTP. */
export interface Simulator {
  /** Base URL, without a slash at the end. */
  readonly url: string;
  /**
   * When the simulator's next background work is due, such as a session that expires or a notification to send. The
   * time is on the simulator's clock. Undefined if there is no background work.
   */
  nextDue(): Date | undefined;
  /** Does all background work that is due. Resolves when every notification has got a response or has failed. */
  catchUp(): Promise<void>;
  /** Stops listening and working. The state remains in the data folder for the next start. */
  close(): Promise<void>;
}

/** Options of every simulator. */
export interface SimulatorOptions {
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Folder for the simulator's state, created if it is missing. Run only one simulator per folder. */
  readonly dataDir: string;
  /** The simulator's clock, which may jump forward. */
  readonly now: () => Date;
  /** The public URL if it differs from the listening address, as behind a proxy or in a container. */
  readonly publicUrl?: string;
  /** Receives a text for each internal error. If absent, errors are not reported. */
  readonly log?: (line: string) => void;
}

/** The parts that all simulators share. The port is already bound, and received requests are recorded. */
export interface Foundation {
  readonly url: string;
  readonly router: Router;
  readonly requests: RequestLog;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  /** The path of a file in the data folder. */
  readonly fileOf: (name: string) => string;
}

/** The parts that each simulator adds. */
export interface Built extends Pick<Simulator, 'nextDue' | 'catchUp'> {
  readonly complaint: Complaint;
  /** Stops the background work. Call before `close`, because the work writes to the files. */
  stopWork(): void;
  /** Closes the files. Called after the last request. */
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
