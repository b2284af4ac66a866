import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { numberMutants, type NumberMutant } from './number-mutants.ts';

// Runs Stryker, which must be installed in the current folder, with the mutants of `number-mutants.ts` beside its own.

interface Node {
  readonly start: number;
  readonly end: number;
}

interface Path {
  readonly node: Node;
  readonly hub: { readonly file: { readonly code: string } };
  readonly isExpression: () => boolean;
  readonly isBlockStatement: () => boolean;
}

interface Mutator {
  readonly name: string;
  readonly mutate: (path: Path) => Iterable<unknown>;
}

const INSTRUMENTER = join(process.cwd(), 'node_modules/@stryker-mutator/instrumenter/dist/src');

const { allMutators } = (await import(pathToFileURL(join(INSTRUMENTER, 'mutators/mutate.js')).href)) as {
  readonly allMutators: Mutator[];
};

const { parseSync } = createRequire(join(INSTRUMENTER, 'index.js'))('@babel/core') as {
  readonly parseSync: (text: string, options: object) => { readonly program: { readonly body: readonly unknown[] } };
};

/** Mutants that are not yet used, by the text of their file: several nodes can have the same place. */
const waiting = new Map<string, Map<string, NumberMutant[]>>();

const placeOf = ({ start, end }: Node): string => `${start}-${end}`;

const mutantsIn = (source: string): Map<string, NumberMutant[]> => {
  const known = waiting.get(source) ?? Map.groupBy(numberMutants(source), placeOf);
  waiting.set(source, known);
  return known;
};

// A part of a function may contain `await`, `return` and `break`, which are errors at the top of a file.
const PARSER = { plugins: ['typescript'], errorRecovery: true, allowAwaitOutsideFunction: true };

const parse = (text: string): unknown => {
  const { body } = parseSync(text, { configFile: false, babelrc: false, parserOpts: PARSER }).program;
  return body[0];
};

const expression = (text: string): unknown => (parse(`(${text});`) as { readonly expression: unknown }).expression;

if (process.env['ONLY_NUMBERS'] !== undefined) allMutators.length = 0;

allMutators.push({
  name: 'Number',
  *mutate(path) {
    if (!path.isExpression() && !path.isBlockStatement()) return;
    const mutants = mutantsIn(path.hub.file.code);
    const here = mutants.get(placeOf(path.node)) ?? [];
    mutants.delete(placeOf(path.node));
    for (const { instead } of here) yield path.isBlockStatement() ? parse(instead) : expression(instead);
  },
});

await import(pathToFileURL(join(process.cwd(), 'node_modules/@stryker-mutator/core/bin/stryker.js')).href);
