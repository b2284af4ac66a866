/** Something went wrong that nobody is waiting to be told about; an operator is. Never throws. */
export interface Incidents {
  report(incident: {
    readonly what: string;
    readonly about?: Readonly<Record<string, unknown>>;
    readonly cause?: unknown;
  }): void;
}
