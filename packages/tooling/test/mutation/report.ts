export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'RuntimeError' | 'CompileError';
  readonly location: { readonly start: Place; readonly end: Place };
}

export interface Survivor {
  /** Below `packages`. */
  readonly file: string;
  readonly line: string;
  readonly text: string;
  readonly instead: string;
}

export interface FileScore {
  readonly file: string;
  readonly mutants: number;
  readonly killed: number;
  /** The number of killed mutants with which the tests timed out. */
  readonly timedOut: number;
}

export type Planted = Survivor & { readonly source: string };

/** A mutant of `number-mutants.ts`. */
const isNumber = ({ mutatorName }: Mutant): boolean => mutatorName === 'Number';
const isKilled = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout';
/** Mutants that Stryker did not try, because their code runs while a file is loaded. */
const isLeftAside =
  (tables: boolean) =>
  (mutant: Mutant): boolean =>
    mutant.status === 'Ignored' && (tables || isNumber(mutant));
const counts = ({ status }: Mutant): boolean => status !== 'Ignored' && status !== 'CompileError';

const below = (file: string): string => file.replace(/^packages\//, '');

const offset = (source: string, { line, column }: Place): number =>
  source
    .split('\n')
    .slice(0, line - 1)
    .join('\n').length +
  (line > 1 ? 1 : 0) +
  column -
  1;

/** Mutators whose replacement may need parentheses, because Stryker changes the tree, not the text. */
const WEAKER = ['LogicalOperator', 'BooleanLiteral'];

const mutated = (source: string, { mutatorName, location, replacement }: Mutant): string => {
  const planted = WEAKER.includes(mutatorName) ? `(${replacement})` : replacement;
  return source.slice(0, offset(source, location.start)) + planted + source.slice(offset(source, location.end));
};

const planted = (file: string, source: string, mutant: Mutant): Planted => ({
  file: below(file),
  line: (source.split('\n')[mutant.location.start.line - 1] ?? '').trim(),
  text: source.slice(offset(source, mutant.location.start), offset(source, mutant.location.end)),
  instead: mutant.replacement,
  source: mutated(source, mutant),
});

const mutantsIn = ({ files }: Report, isMeant: (mutant: Mutant) => boolean): readonly Planted[] =>
  Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.filter(isMeant).map((mutant) => planted(file, source, mutant)),
  );

export const leftAside = (report: Report, tables: boolean): readonly Planted[] =>
  mutantsIn(report, isLeftAside(tables));

export type Fate = Extract<Mutant['status'], 'Killed' | 'Timeout' | 'Survived'>;

/** The report with the fate of each mutant that is in the map, by its whole source. */
export const completedBy = ({ files }: Report, fates: ReadonlyMap<string, Fate>): Report => ({
  files: Object.fromEntries(
    Object.entries(files).map(([file, { source, mutants }]) => [
      file,
      {
        source,
        mutants: mutants.map((mutant) =>
          mutant.status === 'Ignored'
            ? { ...mutant, status: fates.get(planted(file, source, mutant).source) ?? mutant.status }
            : mutant,
        ),
      },
    ]),
  ),
});

const isSurvivor = (mutant: Mutant): boolean => counts(mutant) && !isKilled(mutant);

/** The places of the survivors, as Stryker selects mutants: columns begin at 0 there, but at 1 in its report. */
export const rangesOfSurvivors = ({ files }: Report): readonly string[] =>
  Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(isSurvivor)
      .map(({ location: { start, end } }) => `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`),
  );

const keyOf = (file: string, { mutatorName, replacement, location }: Mutant): string =>
  JSON.stringify([file, mutatorName, replacement, location]);

/** The report with the result of another run for each survivor. */
export const completedByRun = ({ files }: Report, run: Report): Report => {
  const fates = new Map(
    Object.entries(run.files).flatMap(([file, { mutants }]) =>
      mutants.map((mutant) => [keyOf(file, mutant), mutant.status] as const),
    ),
  );
  return {
    files: Object.fromEntries(
      Object.entries(files).map(([file, { source, mutants }]) => [
        file,
        {
          source,
          mutants: mutants.map((mutant) =>
            isSurvivor(mutant) ? { ...mutant, status: fates.get(keyOf(file, mutant)) ?? mutant.status } : mutant,
          ),
        },
      ]),
    ),
  };
};

export const survivorsIn = (report: Report): readonly Planted[] => mutantsIn(report, isSurvivor);

export const describeMutant = ({ file, line, text, instead }: Survivor): string =>
  `${file}: ${line}\n    ${text} → ${instead}`;

export const scoresOf = ({ files }: Report, of: 'Stryker' | 'numbers'): readonly FileScore[] =>
  Object.entries(files).map(([file, { mutants: all }]) => {
    const mutants = all.filter((mutant) => counts(mutant) && isNumber(mutant) === (of === 'numbers'));
    return {
      file: below(file),
      mutants: mutants.length,
      killed: mutants.filter(isKilled).length,
      timedOut: mutants.filter(({ status }) => status === 'Timeout').length,
    };
  });
