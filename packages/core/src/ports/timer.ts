/**
 * Waits in real time, independently of the business clock, for code that polls another process or an outside system.
 */
export interface Timer {
  /** Milliseconds on a monotonic clock; only differences are meaningful. */
  elapsed(): number;
  pause(milliseconds: number): Promise<void>;
}
