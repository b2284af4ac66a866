import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { fileOf, PACKAGES, withBug } from './planted-bug.ts';

const FACT = 'core/src/domain/journal/fact.ts';

/** A new kind of fact without history lines, events, counts and entries. */
const NEW_KINDS = [
  {
    name: 'a history',
    file: FACT,
    text: "'company', 'key'] as const",
    instead: "'company', 'key', 'parcel'] as const",
  },
  {
    name: 'a fact',
    file: FACT,
    text: "Change<'key', ApiKey>;",
    instead: "Change<'key', ApiKey> | Change<'parcel', Contract>;",
  },
];

const PROJECTIONS = [FACT, 'core/src/domain/journal/event.ts', 'core/src/domain/ledger/bookings.ts'];

const pathOf = (file: string): string => fileURLToPath(fileOf({ file }));

const brokenWith = (text: string): readonly string[] => {
  const config = fileURLToPath(new URL('core/tsconfig.json', PACKAGES));
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const { composite: _, ...options } = ts.getParsedCommandLineOfConfigFile(config, {}, host)?.options ?? {};
  const compiler = ts.createCompilerHost(options);
  const { readFile } = compiler;
  compiler.readFile = (path) => (path === pathOf(FACT) ? text : readFile(path));
  const program = ts.createProgram({ rootNames: PROJECTIONS.map(pathOf), options, host: compiler });
  return PROJECTIONS.flatMap((file) => {
    const source = program.getSourceFile(pathOf(file));
    return program.getSemanticDiagnostics(source).map(({ start = 0 }) => nameAt(source, start));
  });
};

const nameAt = (source: ts.SourceFile | undefined, place: number): string =>
  source?.statements
    .filter(ts.isVariableStatement)
    .find((each) => each.pos <= place && place < each.end)
    ?.declarationList.declarations[0]?.name.getText(source) ?? 'elsewhere';

describe('a new kind of fact', function () {
  this.timeout(120_000);

  it('does not compile until history, metrics, events and books handle it', () => {
    const facts = readFileSync(pathOf(FACT), 'utf8');
    expect(brokenWith(facts)).to.deep.equal([]);
    const more = NEW_KINDS.reduce((text, kind) => withBug(kind, text), facts);
    expect(brokenWith(more)).to.deep.equal(['statusesOf', 'countsOf', 'eventsOf', 'bookingsOf']);
  });
});
