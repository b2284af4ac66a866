export interface Instruction {
  readonly word: string;
  readonly text: string;
}

export interface Stage {
  /** The name after AS; our last stage has none. */
  readonly name: string;
  /** Instructions of the stage, after those of the stages on which it is based. */
  readonly instructions: readonly Instruction[];
}

/** A Dockerfile's stages in order. Supports only the syntax that ours uses, and fails on any other. */
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

/** Joins lines that end in a backslash, and removes comments, even between them. */
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

/** A stage with the stages from which it copies, directly or indirectly, in order of building. */
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
