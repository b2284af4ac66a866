import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** One way for time and chance to reach the domain: as an argument. */
const CLOCK = 'Time is an argument in core: take an instant, or the Clock port.';
const CHANCE = 'Chance is an argument in core: take what the caller drew, or the port that draws.';
const ENVIRONMENT = 'Configuration is read once, in packages/service: take what you need as an argument.';

const environment = [
  { selector: 'MemberExpression[object.name="process"][property.name="env"]', message: ENVIRONMENT },
  { selector: 'VariableDeclarator[init.name="process"] Property[key.name="env"]', message: ENVIRONMENT },
  {
    selector: 'ImportDeclaration[source.value=/^(node:)?process$/] ImportSpecifier[imported.name="env"]',
    message: ENVIRONMENT,
  },
];

const time = [
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: CLOCK },
  { selector: 'CallExpression[callee.name="Date"]', message: CLOCK },
  { selector: 'MemberExpression[object.name="Date"][property.name="now"]', message: CLOCK },
  { selector: 'MemberExpression[object.name="Temporal"][property.name="Now"]', message: CLOCK },
  { selector: 'MemberExpression[object.name="Math"][property.name="random"]', message: CHANCE },
];

const INSIDE = 'What operators do and see is a use case of the core: add one, and call it here.';
const transactions = [
  'MemberExpression[property.name="unitOfWork"]',
  'ObjectPattern Property[key.name="unitOfWork"]',
].map((selector) => ({ selector, message: INSIDE }));

export default defineConfig(
  globalIgnores(['**/dist/', '**/node_modules/', 'coverage/', '.data/']),
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/prefer-readonly': 'error',
      // A port answers later even where an adapter, or a fake, knows at once.
      '@typescript-eslint/require-await': 'off',
      // There are no classes here: a port is an object of functions, and may be taken apart.
      '@typescript-eslint/unbound-method': 'off',
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...environment],
    },
  },
  {
    files: ['packages/*/src/**/*.{ts,mjs}'],
    // The list of what the core exports is as long as it is.
    ignores: ['packages/core/src/index.ts'],
    rules: { 'max-lines': ['error', { max: 300 }] },
  },
  {
    files: ['packages/core/src/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...environment, ...time],
      'no-restricted-globals': [
        'error',
        ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'].map((name) => ({ name, message: CLOCK })),
        { name: 'performance', message: CLOCK },
        { name: 'crypto', message: CHANCE },
      ],
    },
  },
  {
    // They drive the core, as HTTP does.
    files: ['packages/{operator,console}/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...environment, ...transactions] },
  },
  {
    // Programs hand their environment to the service, which reads it; the tests' database is chosen before any exists.
    files: [
      'packages/service/src/**/*.ts',
      'packages/{courier,operator,sandbox}/src/{main,operator,console-main,listen-main}.ts',
      'packages/testkit/src/database/*.ts',
      'packages/tooling/bench/servers/service-program.ts',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['packages/*/test/**/*.ts'],
    rules: {
      // chai asserts by reading a property: expect(x).to.be.true
      '@typescript-eslint/no-unused-expressions': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[object.name=/^(describe|it|context|specify)$/][property.name=/^(only|skip)$/]',
          message: 'A test that runs alone, or not at all, hides the others. Remove .only and .skip.',
        },
      ],
    },
  },
  {
    files: ['**/*.{js,cjs,mjs}'],
    languageOptions: {
      globals: Object.fromEntries(['console', 'module', 'process'].map((name) => [name, 'readonly'])),
    },
  },
);
