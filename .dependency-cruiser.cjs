// The allowed imports between packages. There is a rule for each package; its comment is printed if it is broken.

/** The sources of a package. */
const from = (name) => ({ path: `^packages/${name}/src/` });

/** All workspace packages except these. */
const othersThan = (...names) => ({ path: '^packages/', pathNot: `^packages/(${names.join('|')})/` });

const LIBRARY = '(^|/)node_modules/';
const library = (...names) => ({ path: `${LIBRARY}(${names.join('|')})(/|$)` });

const ADAPTERS = [
  ['persistence', 'The database is one possible store for core. It must be replaceable.'],
  ['scheduler', 'The scheduler only triggers the jobs; core and its ports determine what is due.'],
  ['mobile-money', 'A payment provider must be replaceable without other changes.', 'http-client'],
  ['certificate-authority', 'An authority must be replaceable without other changes.', 'http-client'],
  ['http-client', 'It contains the common parts of all gateways, and depends on none of them.'],
  ['storage', 'No other package depends on how documents are stored.'],
  ['system', 'The machine’s time, ids and keys are useful to any program with core.'],
  ['contract-document', 'The PDF shows the facts that core gives it, and nothing else.'],
  [
    'bordereaux',
    'Bordereaux are written from the books; their paper is drawn by contract-document.',
    'contract-document',
  ],
  ['catalogue', 'It reads a catalogue file into core’s types. Another adapter stores it.'],
  ['proofs', 'Core decides what a paper proves; this package only shows it, with or without HTTP.'],
  ['http', 'HTTP is one way to call the use cases of core. It uses ports, never their adapters.', 'proofs'],
];

/** The rings of core, from the inside out: each may import those before it. */
const RINGS = [
  ['shared', 'Results, money, machines and the calendar are useful in any domain, so they do not depend on insurance.'],
  ['domain', 'The domain does not depend on callers or storage. Use a value, not a port.'],
  ['ports', 'A port states what the core needs from outside, not how it is used.'],
  ['use-cases', 'A use case returns codes. Texts are made at the edge, in the reader’s language.'],
  ['actions', 'An action is data and a use case. Its words in each language are in wording.'],
  ['wording', ''],
];

/** The concepts of the domain: each may import those before it, so that no two depend on each other. */
const CONCEPTS = [
  'company',
  'vehicle',
  'document',
  'certificate',
  'coverage',
  'payment',
  'contract',
  'quote',
  'proof',
  'journal',
  'ledger',
  'statement',
];

/** The folders of persistence, lowest first: each concept has one, and may import those before it. */
const FOLDERS = [
  'database',
  'tables',
  'schema',
  'history',
  'work',
  'companies',
  'books',
  'statements',
  'vehicles',
  'quotes',
  'payments',
  'contracts',
  'operators',
];

/** A rule for each of these sibling folders, which forbids imports from those after it. */
const inOrder = (folder, names, toRule) =>
  names.slice(0, -1).map((name, place) => ({
    ...toRule(name),
    severity: 'error',
    from: { path: `^packages/${folder}/${name}/` },
    to: { path: `^packages/${folder}/(${names.slice(place + 1).join('|')})/` },
  }));

module.exports = {
  forbidden: [
    ...inOrder(
      'core/src',
      RINGS.map(([name]) => name),
      (ring) => ({ name: `${ring}-looks-inward`, comment: new Map(RINGS).get(ring) }),
    ),
    ...inOrder('core/src/domain', CONCEPTS, (concept) => ({
      name: `${concept}-is-independent`,
      comment: 'Two concepts that import each other are one. Put their common part into the one that comes first.',
    })),
    ...inOrder('persistence/src', FOLDERS, (folder) => ({
      name: `persistence-${folder}-looks-down`,
      comment:
        'A concept’s repository and queries are in one folder, its columns in tables. Put the common part of two concepts into a lower folder.',
    })),
    {
      name: 'core-is-pure',
      comment:
        'Core runs anywhere: no framework, no Node, no other package. Add a port for what it needs from outside.',
      severity: 'error',
      from: from('core'),
      to: { pathNot: ['^packages/core/src/', `${LIBRARY}(ts-results|ts-results-es|temporal-polyfill)(/|$)`] },
    },
    {
      name: 'one-file-knows-results',
      comment: 'Results come from core. Only core/src/shared/result.ts imports the library for them.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/core/src/shared/result\\.ts$' },
      to: library('ts-results', 'ts-results-es'),
    },
    {
      name: 'one-file-knows-temporal',
      comment: 'Instants and dates come from core. Only core/src/shared/calendar.ts imports the library for them.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/core/src/shared/calendar\\.ts$' },
      to: library('temporal-polyfill'),
    },
    ...ADAPTERS.map(([name, comment, ...below]) => ({
      name: `${name}-sees-${['core', ...below].join('-and-')}-only`,
      comment: `${comment} Import @vehicle-insurance/core, and combine packages in packages/service.`,
      severity: 'error',
      from: from(name),
      to: othersThan(name, 'core', ...below),
    })),
    {
      name: 'http-client-is-for-gateways',
      comment: 'Only gateways, behind a port, call outside systems. Add a gateway, or give an adapter its own client.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/(http-client|mobile-money|certificate-authority)/' },
      to: { path: '^packages/http-client/' },
    },
    {
      name: 'simulators-are-independent',
      comment: 'The simulators implement the providers’ side of the protocols. Shared code would share our errors.',
      severity: 'error',
      from: from('simulators'),
      to: othersThan('simulators'),
    },
    {
      name: 'embedded-database-is-independent',
      comment: 'It starts a PostgreSQL for any program, and does not depend on insurance.',
      severity: 'error',
      from: from('embedded-database'),
      to: othersThan('embedded-database'),
    },
    {
      name: 'service-runs-anywhere',
      comment:
        'Production runs the service without sandbox, simulators and embedded database. The sandbox provides them as the infrastructure.',
      severity: 'error',
      from: from('service'),
      to: { path: '^packages/(sandbox|console|operator|simulators|embedded-database)/' },
    },
    {
      name: 'operator-uses-service',
      comment: 'The operator’s command works wherever the service does. A sandbox provides its own infrastructure.',
      severity: 'error',
      from: from('operator'),
      to: othersThan('operator', 'console', 'service', 'http', 'core', 'catalogue', 'bordereaux', 'system'),
    },
    {
      name: 'console-uses-service',
      comment: 'The console runs the same use cases as the operator’s command. The command issues its sign-in links.',
      severity: 'error',
      from: from('console'),
      to: othersThan('console', 'service', 'bordereaux', 'catalogue', 'core'),
    },
    {
      name: 'sandbox-is-on-top',
      comment: 'The sandbox combines everything for people who try the project. Only tests depend on it.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '^packages/sandbox/' },
      to: { path: '^packages/sandbox/' },
    },
    {
      name: 'client-is-independent',
      comment: 'It runs in browsers, on the caller’s side. Its types are generated from the OpenAPI document.',
      severity: 'error',
      from: from('client'),
      to: { pathNot: ['^packages/client/src/', `${LIBRARY}openapi-fetch/`] },
    },
    {
      name: 'courier-uses-only-the-client',
      comment:
        'It may run on a caller’s machine, where only the API is reachable. It uses the client for that. Its messages are made as those of the API are.',
      severity: 'error',
      from: from('courier'),
      to: { path: '^packages/', pathNot: ['^packages/(courier|client)/', '^packages/core/src/messages\\.ts$'] },
    },
    {
      name: 'nothing-depends-on-the-courier',
      comment: 'The service opens no connection to a caller. Run the courier beside it, as the sandbox does.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '^packages/(courier|sandbox)/' },
      to: { path: '^packages/courier/' },
    },
    {
      name: 'testkit-sees-ports',
      comment:
        'Contract suites test any adapter, so they import ports, not adapters. The test database is the exception.',
      severity: 'error',
      from: from('testkit'),
      to: othersThan('testkit', 'core', 'embedded-database'),
    },
    {
      name: 'service-ships-no-testkit',
      comment: 'Fakes and suites are for tests. Deployed code must not depend on them.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '^packages/testkit/' },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'wiring-only-in-service',
      comment: 'Parts receive their dependencies as arguments. Only packages/service uses a container.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/service/' },
      to: library('inversify', '@inversifyjs', 'reflect-metadata'),
    },
    {
      name: 'entered-by-its-index',
      comment: 'Import only what a package’s package.json exports. Its other files may move.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: {
        path: '^packages/[^/]+/',
        pathNot: [
          '^packages/$1/',
          '^packages/[^/]+/src/index\\.ts$',
          // Shared by the tests of several packages.
          '^packages/service/test/',
          '^packages/(console|operator)/test/(office|memory-service|visitor|every-page|command|small-provider)\\.ts$',
          // The histories run against every store.
          '^packages/core/test/histories/',
          // The browser page is tested with the core’s cases.
          '^packages/core/test/proof/',
          // The sandbox reads the codes on its papers with the reader from the tests of the papers.
          '^packages/contract-document/test/codes\\.ts$',
          '^packages/http/test/bad-input/',
          // The types of the courier’s API are generated like those of the business API.
          '^packages/client/test/generate-schema\\.ts$',
          '^packages/http/test/(serving|answers/french)\\.ts$',
          // Other measurements use the statistics of the bench.
          '^packages/tooling/bench/(accounting/postgres-cpu|report/statistics)\\.ts$',
          // Entry points for programs that do not load the rest.
          '^packages/core/src/messages\\.ts$',
          '^packages/courier/src/web/webhooks-path\\.ts$',
          '^packages/testkit/src/database/test-database\\.ts$',
          '^packages/testkit/src/object-store/test-object-store\\.ts$',
        ],
      },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle cannot be understood from either end. Move the common part to a third file.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { circular: true },
    },
    {
      name: 'sources-know-no-tests',
      comment: 'Deployed code cannot depend on tests, which are not deployed.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: { path: '^packages/[^/]+/test/' },
    },
    {
      name: 'declares-what-it-imports',
      comment:
        'An installed package has only the libraries that its package.json declares; the workspace also has those of others.',
      severity: 'error',
      // tooling is never installed, and no export leads to serve-run.ts, which only mocha loads (.mocharc.json).
      from: { path: '^packages/[^/]+/src/', pathNot: '^packages/(tooling/|testkit/src/database/serve-run\\.ts$)' },
      to: {
        path: LIBRARY,
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'undetermined'],
        dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional'],
      },
    },
    {
      name: 'everything-resolves',
      comment: 'An unresolved import evades every other rule.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js'],
    },
  },
};
