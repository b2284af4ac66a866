export interface Part {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly spec: readonly string[];
  /** Slow tests, run only with the mutants that survive the others. */
  readonly last?: readonly string[];
  /** Whether code that runs while a file is loaded, such as a table, is mutated too; each mutant takes a process. */
  readonly tables?: boolean;
  /** The least percentage of mutants to kill: of Stryker's (none if absent), and of those in `number-mutants.ts`. */
  readonly least?: number;
  readonly leastNumbers: number;
}

const core = (...folders: readonly string[]): readonly string[] =>
  folders.map((folder) => `packages/core/src/${folder}/**/*.ts`);

/** Without the long tests, which would run for each mutant they cover, and as long for an endless loop. */
const coreTests = (...folders: readonly string[]): readonly string[] =>
  folders.map((folder) => `packages/core/test/${folder}/**/!(*.long).test.ts`);

/** Tests run until one kills the mutant: the subject's own first. */
const byCore = (...own: readonly string[]): Pick<Part, 'spec' | 'last'> => ({
  spec: [
    ...coreTests(...own, '!(histories|money|operations)', 'operations'),
    'packages/core/test/*.test.ts',
    'packages/http/test/answers/language.test.ts',
  ],
  // They cover nearly everything, so an endless loop would run as long as all of them. Mocha expands no braces.
  last: ['packages/core/test/histories/@(histories|books).test.ts'],
});

/** Not mutated: a mutant of these files is an empty message, which is easy to see. */
export const SENTENCES = [
  'packages/core/src/shared/faults.ts',
  ...[
    ...['en', 'fr', 'actions-en', 'actions-fr', 'action-words', 'cancellation-en', 'cancellation-fr', 'paper-words'],
    ...['provider-name', 'statement-words', 'status-fr', 'unwritten-fr', 'vouchers-en', 'vouchers-fr', 'long-days'],
  ].map((name) => `packages/core/src/wording/${name}.ts`),
];

/** What operators read, and the ends of their proposals: the command and the console test them. */
const READINGS = ['describe-subjects', 'list-figures', 'look-up', 'record-proposal-end', 'search'];

const RULES = ['payment', 'certificate', 'company'];

/** The mutated code. For persistence, faults are injected behind its ports: see `packages/persistence/test/broken`. */
export const PARTS: readonly Part[] = [
  {
    name: 'payments, refunds, certificates and authorisation',
    mutate: core(...RULES.flatMap((each) => [`domain/${each}`, `use-cases/${each}`])),
    ...byCore(...RULES),
    tables: true,
    least: 98,
    leastNumbers: 80,
  },
  {
    name: 'the rest of the domain and of the use cases',
    mutate: [
      'packages/core/src/wording/{language,no-break-spaces,unwritable}.ts',
      ...core('ports', 'domain/{contract,coverage,document,quote,vehicle}'),
      ...core('use-cases/{contract,coverage,document,idempotency,quote,vehicle}'),
      'packages/core/src/*.ts',
      'packages/core/src/shared/!(faults).ts',
      'packages/core/src/{domain,use-cases}/*.ts',
    ],
    ...byCore('shared', 'contract', 'coverage', 'document', 'idempotency', 'quote', 'vehicle'),
    least: 97,
    leastNumbers: 70,
  },
  {
    // Nearly every test covers these. With all tests, a mutant with an endless loop would take a minute.
    name: 'the rounds of due work',
    mutate: [`packages/core/src/use-cases/operations/!(${READINGS.join('|')}).ts`],
    spec: [...coreTests('operations'), 'packages/core/test/any-command.test.ts'],
    least: 98,
    leastNumbers: 80,
  },
  {
    name: 'books, statements, events and the proofs of papers',
    mutate: core(
      ...['ledger', 'statement', 'journal', 'proof'].flatMap((each) => [`domain/${each}`, `use-cases/${each}`]),
    ),
    ...byCore('ledger', 'statement', 'journal', 'proof'),
    least: 97,
    leastNumbers: 70,
  },
  {
    // The command and the console run them.
    name: 'the actions and readings of operators',
    mutate: [...core('actions'), ...READINGS.map((name) => `packages/core/src/use-cases/operations/${name}.ts`)],
    spec: [
      ...['actions', 'rescue*', 'refunds-by-hand', 'books', '*figure*', 'finds', 'views'].map(
        (name) => `packages/operator/test/${name}.test.ts`,
      ),
      ...['two-people', 'subjects', 'search', 'lists', 'figures'].map(
        (name) => `packages/console/test/${name}.test.ts`,
      ),
    ],
    least: 70,
    leastNumbers: 70,
  },
  {
    name: 'what providers and the authority answer',
    mutate: ['mobile-money', 'certificate-authority', 'http-client'].map((name) => `packages/${name}/src/**/*.ts`),
    spec: ['mobile-money', 'certificate-authority', 'http-client'].map((name) => `packages/${name}/test/*.test.ts`),
    tables: true,
    least: 97,
    leastNumbers: 70,
  },
  {
    name: 'keys and limits of HTTP',
    mutate: ['packages/http/src/idempotency.ts', 'packages/http/src/callers/*.ts'],
    spec: ['idempotency', 'callers'].map((folder) => `packages/http/test/${folder}/*.test.ts`),
    tables: true,
    least: 96,
    leastNumbers: 70,
  },
  {
    name: 'the client',
    mutate: ['packages/client/src/!(schema).ts'],
    spec: ['packages/client/test/*.test.ts'],
    leastNumbers: 70,
  },
];
