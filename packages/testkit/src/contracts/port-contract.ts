/** The requirements on every implementation of a port (a contract suite), as cases that any test runner can run. */
export interface PortContract<Subject> {
  readonly name: string;
  /** Whether the name of each case begins with its own subject, such as a port of a store. */
  readonly casesHaveSubjects?: boolean;
  readonly cases: readonly ContractCase<Subject>[];
}

/** A requirement. `run` throws if the subject does not meet the requirement. */
export interface ContractCase<Subject> {
  readonly name: string;
  run(subject: Subject): Promise<void>;
}

/** The two functions of mocha, jest, vitest or `node:test` that run a contract suite. */
export interface BddRunner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
}

/** Creates the subject of a case. */
export type MakeSubject<Subject> = () => Subject | Promise<Subject>;

/**
 * Runs a contract suite on an implementation: `describeContract(documentsContract, 'files', makeSubject)`. `make` is
 * called for each case. The caller's own hooks must close what `make` opens. Pass `describe` and `it` if they are not
 * globals.
 */
export const describeContract = <Subject>(
  { name, casesHaveSubjects, cases }: PortContract<Subject>,
  implementation: string,
  make: MakeSubject<Subject>,
  runner: BddRunner = globalRunner(),
): void => {
  runner.describe(`${name} of ${implementation}${casesHaveSubjects ? ':' : ''}`, () => {
    for (const each of cases) runner.it(each.name, async () => each.run(await make()));
  });
};

const globalRunner = (): BddRunner => {
  const { describe, it } = globalThis as Partial<BddRunner>;
  if (!describe || !it)
    throw new Error(
      'describe and it are not globals here: pass { describe, it } of your test runner as the last argument',
    );
  return { describe, it };
};

/** Makes a contract suite from a table of case names and functions. */
export const portContract = <Subject>(
  name: string,
  cases: Readonly<Record<string, (subject: Subject) => Promise<void>>>,
): PortContract<Subject> => ({
  name,
  cases: Object.entries(cases).map(([caseName, run]) => ({ name: caseName, run })),
});

/** Combines several contract suites on the same kind of subject. Each case begins with the name of its suite. */
export const allOf = <Subject>(name: string, contracts: readonly PortContract<Subject>[]): PortContract<Subject> => ({
  name,
  casesHaveSubjects: true,
  cases: contracts.flatMap(({ name: part, cases }) => cases.map((each) => ({ ...each, name: `${part} ${each.name}` }))),
});
