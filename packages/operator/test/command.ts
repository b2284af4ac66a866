export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface OperatorCommand {
  run(...words: readonly string[]): Promise<Ran>;
  /** The JSON that a command prints, which must succeed and print nothing else. */
  json<Printed>(...words: readonly string[]): Promise<Printed>;
  text(...words: readonly string[]): Promise<string>;
  /** The one line that a command prints as its error; it must fail. */
  refusal(...words: readonly string[]): Promise<string>;
}

export const commandBy = (run: (words: readonly string[]) => Promise<Ran>): OperatorCommand => {
  const succeed = async (words: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await run(words);
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
    return stdout;
  };
  return {
    run: (...words) => run(words),
    json: async <Printed>(...words: readonly string[]) => JSON.parse(await succeed([...words, '--json'])) as Printed,
    text: (...words) => succeed(words),
    refusal: async (...words) => {
      const { status, stdout, stderr } = await run(words);
      if (status !== 1 || stdout !== '' || !/^[^\n]+\n$/.test(stderr))
        throw new Error(`${words.join(' ')} ended with ${status}, printed ${stdout} and complained: ${stderr}`);
      return stderr.trim();
    },
  };
};

export const captured = async (
  run: (terminal: Record<'stdout' | 'stderr', { write(text: string): unknown }>) => Promise<number>,
): Promise<Ran> => {
  let [stdout, stderr] = ['', ''];
  const status = await run({
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  });
  return { status, stdout, stderr };
};
