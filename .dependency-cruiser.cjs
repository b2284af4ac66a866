// Which package may import which. One rule for each package; its comment is printed when the rule is broken.

/** The sources of a package. */
const from = (name) => ({ path: `^packages/${name}/src/` });

/** Other workspace packages than these (and itself). */
const othersThan = (...names) => ({ path: '^packages/', pathNot: `^packages/(${names.join('|')})/` });

const LIBRARY = '(^|/)node_modules/';
const library = (...names) => ({ path: `${LIBRARY}(${names.join('|')})(/|$)` });

const ADAPTERS = [
  ['persistence', 'The database is one way to keep what core knows. Another must be able to replace it.'],
  ['scheduler', 'The scheduler only triggers the jobs; core and its ports determine what is due.'],
  ['mobile-money', 'A payment provider is replaced without touching anything else.', 'http-client'],
  ['certificate-authority', 'An authority is replaced without touching anything else.', 'http-client'],
  ['http-client', 'It contains what all gateways have in common, and depends on none of them.'],
  ['storage', 'No other package depends on where documents are kept.'],
  ['system', 'The machine’s time, ids and keys are of use to any program around core.'],
  ['contract-document', 'The PDF shows the facts that core gives it, and nothing else.'],
  [
    'bordereaux',
    'Bordereaux are written from the books; their paper is drawn by contract-document.',
    'contract-document',
  ],
  ['catalogue', 'A catalogue file is read into core’s types. Storing it is another adapter’s work.'],
  ['proofs', 'What a paper proves is decided in core and shown here, over HTTP or not.'],
  ['http', 'HTTP is one way to reach the use cases of core. It sees ports, never the adapters behind them.', 'proofs'],
];

/** The rings of core, from the inside out: each may import those before it. */
const RINGS = [
  ['shared', 'Results, money, machines, the calendar: of use in any domain, so it does not depend on insurance.'],
  ['domain', 'What insurance is does not depend on who asks or where things are kept. Use a value, not a port.'],
  ['ports', 'A port says what the core needs of the outside, not what is done with it.'],
  ['use-cases', 'A use case decides by codes. Sentences are made at the edge, in the reader’s language.'],
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

/** The rooms of persistence, from the ground up: each concept has one, and may import those before it. */
const ROOMS = [
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

/** A rule for each of some neighbouring folders: it imports none of those after it. */
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
      name: `${concept}-stands-alone`,
      comment: 'Two concepts that import each other are one. Put what both need into the one that comes first.',
    })),
    ...inOrder('persistence/src', ROOMS, (room) => ({
      name: `persistence-${room}-looks-down`,
      comment:
        'A concept’s repository and queries are together, its columns in tables. Put what two concepts need into a room below.',
    })),
    {
      name: 'core-is-pure',
      comment: 'Core runs anywhere: no framework, no Node, no other package. What it needs from outside is a port.',
      severity: 'error',
      from: from('core'),
      to: { pathNot: ['^packages/core/src/', `${LIBRARY}(ts-results|ts-results-es|temporal-polyfill)(/|$)`] },
    },
    {
      name: 'one-file-knows-results',
      comment: 'Results come from core. Only core/src/shared/result.ts knows which library makes them.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/core/src/shared/result\\.ts$' },
      to: library('ts-results', 'ts-results-es'),
    },
    {
      name: 'one-file-knows-temporal',
      comment: 'Instants and dates come from core. Only core/src/shared/calendar.ts knows which library computes them.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/core/src/shared/calendar\\.ts$' },
      to: library('temporal-polyfill'),
    },
    ...ADAPTERS.map(([name, comment, ...below]) => ({
      name: `${name}-sees-${['core', ...below].join('-and-')}-only`,
      comment: `${comment} Import @vehicle-insurance/core, and let packages/service bring things together.`,
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
      name: 'simulators-stand-alone',
      comment: 'The simulators speak the providers’ protocols from the other side. Shared code would share our errors.',
      severity: 'error',
      from: from('simulators'),
      to: othersThan('simulators'),
    },
    {
      name: 'embedded-database-stands-alone',
      comment: 'It starts a PostgreSQL for any program, and does not depend on insurance.',
      severity: 'error',
      from: from('embedded-database'),
      to: othersThan('embedded-database'),
    },
    {
      name: 'service-runs-anywhere',
      comment:
        'The service is what production runs: no sandbox, no simulator, no database of its own. The sandbox brings them, as an infrastructure to start on.',
      severity: 'error',
      from: from('service'),
      to: { path: '^packages/(sandbox|console|operator|simulators|embedded-database)/' },
    },
    {
      name: 'operator-stands-on-service',
      comment: 'The operator’s command works wherever the service does. A sandbox gives it its own infrastructure.',
      severity: 'error',
      from: from('operator'),
      to: othersThan('operator', 'console', 'service', 'http', 'core', 'catalogue', 'bordereaux', 'system'),
    },
    {
      name: 'console-stands-on-service',
      comment:
        'The console runs the use cases that the operator’s command runs: there is no second way. The command gives out the links that lead here.',
      severity: 'error',
      from: from('console'),
      to: othersThan('console', 'service', 'catalogue', 'core'),
    },
    {
      name: 'sandbox-stands-on-top',
      comment: 'The sandbox puts everything together for people who try it. Nothing stands on it but tests.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '^packages/sandbox/' },
      to: { path: '^packages/sandbox/' },
    },
    {
      name: 'client-stands-alone',
      comment:
        'It runs in browsers, on the caller’s side: its types of the API are generated from the OpenAPI document.',
      severity: 'error',
      from: from('client'),
      to: { pathNot: ['^packages/client/src/', `${LIBRARY}openapi-fetch/`] },
    },
    {
      name: 'courier-stands-beside-the-service',
      comment: 'It may run on a caller’s machine, where only the API is reachable: it reads that with the client.',
      severity: 'error',
      from: from('courier'),
      to: othersThan('courier', 'client'),
    },
    {
      name: 'nothing-stands-on-the-courier',
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
      comment: 'Fakes and suites are for tests. Nothing that is deployed may depend on them.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/', pathNot: '^packages/testkit/' },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'wiring-only-in-service',
      comment:
        'Parts take what they need as arguments. Only packages/service knows that a container brings them together.',
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
          '^packages/(console|operator)/test/(office|memory-service|visitor|command|small-provider)\\.ts$',
          // The histories run on every store.
          '^packages/core/test/histories/',
          // The page in the browser is tested with the core’s cases.
          '^packages/core/test/proof/',
          // The sandbox scans its papers with the reader of codes that tests the paper itself.
          '^packages/contract-document/test/codes\\.ts$',
          '^packages/http/test/bad-input/',
          '^packages/http/test/serving\\.ts$',
          // Other measurements use the statistics of the bench.
          '^packages/tooling/bench/(accounting/postgres-cpu|report/statistics)\\.ts$',
          '^packages/testkit/src/database/test-database\\.ts$',
          '^packages/testkit/src/object-store/test-object-store\\.ts$',
        ],
      },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle cannot be read from either end. Move what both need to a third file.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { circular: true },
    },
    {
      name: 'sources-know-no-tests',
      comment: 'What is deployed cannot depend on what is not.',
      severity: 'error',
      from: { path: '^packages/[^/]+/src/' },
      to: { path: '^packages/[^/]+/test/' },
    },
    {
      name: 'declares-what-it-imports',
      comment:
        'An installed package gets only what its package.json declares; in the workspace libraries of others are found too.',
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
      comment: 'An import that leads nowhere escapes every other rule.',
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
