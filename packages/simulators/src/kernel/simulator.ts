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
