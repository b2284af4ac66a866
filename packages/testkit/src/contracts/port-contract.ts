/** What every implementation of a port must do, as cases that can be run by any test runner. */
export interface PortContract<Subject> {
  readonly name: string;
  readonly cases: readonly ContractCase<Subject>[];
}

/** One requirement. Throws if it is not met. */
export interface ContractCase<Subject> {
  readonly name: string;
  run(subject: Subject): Promise<void>;
}

/** The two functions of mocha, jest, vitest and `node:test` that a contract needs. */
export interface BddRunner {
  describe(name: string, body: () => void): unknown;
  it(name: string, body: () => Promise<void>): unknown;
}

/** Makes the subject for one case, with everything it needs. */
export type MakeSubject<Subject> = () => Subject | Promise<Subject>;

/**
 * Runs a contract on an implementation: `describeContract(documentsContract, 'files', makeSubject)`. `make` is called
 * for each case; the caller's own hooks close what it opens. Pass `describe` and `it` where they are not globals.
 */
export const describeContract = <Subject>(
  { name, cases }: PortContract<Subject>,
  implementation: string,
  make: MakeSubject<Subject>,
  runner: BddRunner = globalRunner(),
): void => {
  runner.describe(`${name} of ${implementation}`, () => {
    for (const each of cases) runner.it(each.name, async () => each.run(await make()));
  });
};

const globalRunner = (): BddRunner => {
  const { describe, it } = globalThis as Partial<BddRunner>;
  if (!describe || !it)
    throw new Error(
      'describe and it are no globals here: pass { describe, it } of your test runner as the last argument',
    );
  return { describe, it };
};

/** Makes a contract from a table of case names and functions. */
export const portContract = <Subject>(
  name: string,
  cases: Readonly<Record<string, (subject: Subject) => Promise<void>>>,
): PortContract<Subject> => ({
  name,
  cases: Object.entries(cases).map(([caseName, run]) => ({ name: caseName, run })),
});

/** Combines several contracts on one kind of subject. */
export const allOf = <Subject>(name: string, contracts: readonly PortContract<Subject>[]): PortContract<Subject> => ({
  name,
  cases: contracts.flatMap(({ name: part, cases }) =>
    cases.map((each) => ({ ...each, name: `${part}: ${each.name}` })),
  ),
});
