/** Waiting in real time, whatever the business clock says: for polling another process or an outside system. */
export interface Timer {
  /** Milliseconds on a monotonic clock; only differences mean anything. */
  elapsed(): number;
  pause(milliseconds: number): Promise<void>;
}
