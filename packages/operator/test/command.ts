export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export const commandBy = (run: (words: readonly string[]) => Promise<Ran>) => {
  const succeed = async (words: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await run(words);
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
    return stdout;
  };
  return {
    run: (...words: readonly string[]) => run(words),
    /** The JSON that a command prints, which must succeed and print nothing else. */
    json: async <Printed>(...words: readonly string[]) => JSON.parse(await succeed([...words, '--json'])) as Printed,
    text: (...words: readonly string[]) => succeed(words),
    /** The one line that a command prints as its error; it must fail. */
    refusal: async (...words: readonly string[]): Promise<string> => {
      const { status, stdout, stderr } = await run(words);
      if (status !== 1 || stdout !== '' || !/^[^\n]+\n$/.test(stderr))
        throw new Error(`${words.join(' ')} ended with ${status}, printed ${stdout} and complained: ${stderr}`);
      return stderr.trim();
    },
  };
};

export type OperatorCommand = ReturnType<typeof commandBy>;

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
