export interface Instruction {
  readonly word: string;
  readonly text: string;
}

export interface Stage {
  /** What follows AS; the last stage of ours has no name. */
  readonly name: string;
  /** Of the stage and, before them, of the stages it is made from. */
  readonly instructions: readonly Instruction[];
}

/** A Dockerfile's stages in order. What ours is not written in is not understood, and fails the test that reads it. */
export const stagesOf = (dockerfile: string): readonly Stage[] => {
  const stages: { name: string; instructions: Instruction[] }[] = [];
  for (const { word, text } of instructionsOf(dockerfile)) {
    if (word === 'FROM') {
      const [base, , name = ''] = text.split(/\s+/);
      stages.push({ name, instructions: [...(stages.find((stage) => stage.name === base)?.instructions ?? [])] });
    } else if (word !== 'ARG') stages.at(-1)?.instructions.push({ word, text });
  }
  return stages;
};

/** Lines that end in a backslash go on in the next one; comments are left out, also between them. */
const instructionsOf = (dockerfile: string): readonly Instruction[] =>
  dockerfile
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, word = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
      return { word, text };
    });

/** The stages a stage copies from, those they copy from before them, and itself at the end. */
export const neededFor = (target: Stage, stages: readonly Stage[]): readonly Stage[] => {
  const copied = target.instructions.flatMap(({ text }) => /--from=(\S+)/.exec(text)?.[1] ?? []);
  const sources = stages.filter(({ name }) => copied.includes(name));
  return [...new Set([...sources.flatMap((source) => neededFor(source, stages)), target])];
};

export const lastOf = ({ instructions }: Stage, word: string): string =>
  instructions.findLast((instruction) => instruction.word === word)?.text ?? '';

export const environmentOf = ({ instructions }: Stage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    instructions
      .filter(({ word }) => word === 'ENV')
      .flatMap(({ text }) =>
        [...text.matchAll(/([^\s=]+)=(?:"([^"]*)"|(\S+))/g)].map(([, name = '', quoted, plain]) => [
          name,
          quoted ?? plain ?? '',
        ]),
      ),
  );
