export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export const commandBy = (run: (words: readonly string[]) => Promise<CommandResult>) => {
  const succeed = async (words: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await run(words);
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`);
    return stdout;
  };
  return {
    run: (...words: readonly string[]) => run(words),
    /** The JSON output of a command, which must succeed. */
    json: async <Printed>(...words: readonly string[]) => JSON.parse(await succeed([...words, '--json'])) as Printed,
    text: (...words: readonly string[]) => succeed(words),
    /** The error of a command, which must fail and print only this line. */
    refusal: async (...words: readonly string[]): Promise<string> => {
      const { status, stdout, stderr } = await run(words);
      if (status !== 1 || stdout !== '' || !/^[^\n]+\n$/.test(stderr))
        throw new Error(`${words.join(' ')} ended with ${status}, stdout: ${stdout}, stderr: ${stderr}`);
      return stderr.trim();
    },
  };
};

export type OperatorCommand = ReturnType<typeof commandBy>;

export const captured = async (
  run: (terminal: Record<'stdout' | 'stderr', { write(text: string): unknown }>) => Promise<number>,
): Promise<CommandResult> => {
  let [stdout, stderr] = ['', ''];
  const status = await run({
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  });
  return { status, stdout, stderr };
};
