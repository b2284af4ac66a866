/** The streams for a command's output and its messages, such as `process`. */
export interface Terminal {
  readonly stdout: Output;
  readonly stderr: Output;
}

/** A stream that receives text. */
export interface Output {
  write(text: string): unknown;
}
