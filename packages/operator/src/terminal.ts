/** Where a command prints its answer, and messages beside it. `process` is one. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
}

/** Takes text. */
export interface Output {
  write(text: string): unknown;
}
