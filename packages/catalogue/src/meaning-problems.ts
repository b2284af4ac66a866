import {
  ALL_FEES,
  FUNDED_CODES,
  LIABILITY_CODE,
  NET_PREMIUM,
  RESERVED_CODES,
  VEHICLE_TYPES,
} from '@vehicle-insurance/core';
import { child, codesOf, entriesAt, valueAt, type FilePart, type Path } from './file-part.ts';
import type { Finding } from './problem.ts';
import { rowProblems } from './row-problems.ts';

/**
 * Checks rules that a schema cannot express. For example, bands rise, rows do not overlap, codes and ids are unique,
 * and references exist. Accepts files of any shape, so that an author gets all problems at once.
 */
export const meaningProblems = (file: unknown): readonly Finding[] => [
  ...VEHICLE_TYPES.flatMap((type) => tariffProblems(file, `/tariffs/${type}`)),
  ...coverageProblems(file),
  ...papersProblems(file),
  ...translationProblems(file),
];

const tariffProblems = (file: unknown, tariff: Path): readonly Finding[] => {
  const components = entriesAt(file, `${tariff}/components`);
  const fees = entriesAt(file, `${tariff}/fees`);
  const taxes = entriesAt(file, `${tariff}/taxes`);
  const all = [...components, ...fees, ...taxes];
  const taxable = [...new Set([NET_PREMIUM, ALL_FEES, ...codesOf([...components, ...fees])])];
  return [
    ...twice(all, 'code'),
    ...all.flatMap((part) => findMisplaced(part, RESERVED_CODES, 'is reserved; choose another code')),
    ...[...components, ...fees].flatMap((part) =>
      findMisplaced(part, FUNDED_CODES, 'is passed on to a fund; write it under "taxes"'),
    ),
    ...[...fees, ...taxes].flatMap((part) =>
      findMisplaced(part, [LIABILITY_CODE], 'is the liability premium; write it under "components"'),
    ),
    ...components.flatMap((component) => rowProblems(file, component)),
    ...taxes.flatMap(({ path }) =>
      findUnknown(entriesAt(file, `${path}/charge/appliesTo`), taxable, 'is not a component or fee of this tariff'),
    ),
  ];
};

const coverageProblems = (file: unknown): readonly Finding[] => {
  const coverages = entriesAt(file, '/coverages');
  return [
    ...twice(coverages, 'id'),
    ...coverages.flatMap((coverage) => {
      const type = VEHICLE_TYPES.find((one) => one === child(coverage.value, 'vehicleType'));
      if (type === undefined) return [];
      if (valueAt(file, `/tariffs/${type}`) === undefined)
        return [{ path: coverage.path, message: `needs a tariff for ${type}; add one under "tariffs"` }];
      const components = codesOf(entriesAt(file, `/tariffs/${type}/components`));
      return findUnknown(
        entriesAt(file, `${coverage.path}/components`),
        components,
        `is not a component of the tariff for ${type}`,
      );
    }),
  ];
};

/** Coverages refer to insurers and conditions by code. */
const papersProblems = (file: unknown): readonly Finding[] =>
  (['insurer', 'conditions'] as const).flatMap((named) => {
    const entries = entriesAt(file, named === 'insurer' ? '/insurers' : '/conditions');
    const codes = codesOf(entries);
    return [
      ...twice(entries, 'code'),
      ...entriesAt(file, '/coverages').flatMap(({ path, value }): readonly Finding[] => {
        const code = child(value, named);
        if (typeof code !== 'string' || codes.includes(code)) return [];
        const known = codes.length === 0 ? 'it contains none' : `use one of ${codes.join(', ')}`;
        return [{ path: `${path}/${named}`, message: `${JSON.stringify(code)} is not in the catalogue; ${known}` }];
      }),
    ];
  });

/** Every translation must be for a text of the file, and each text has at most one translation. */
const translationProblems = (file: unknown): readonly Finding[] => {
  const translations = entriesAt(file, '/translations');
  const printed = textsIn(['/coverages', '/tariffs', '/insurers'].map((part) => valueAt(file, part)));
  return [
    ...twice(translations, 'text'),
    ...translations.flatMap(({ path, value }): readonly Finding[] => {
      const text = child(value, 'text');
      return typeof text !== 'string' || printed.has(text)
        ? []
        : [
            {
              path: `${path}/text`,
              message: `${JSON.stringify(text)} does not occur in the catalogue; copy the exact text`,
            },
          ];
    }),
  ];
};

/** All texts in a value, at any depth. */
const textsIn = (thing: unknown): ReadonlySet<string> => {
  const texts = new Set<string>();
  const left = [thing];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') texts.add(next);
    else if (typeof next === 'object' && next !== null) for (const value of Object.values(next)) left.push(value);
  }
  return texts;
};

/** Reports unknown codes. If no codes are known, the shape of the file is wrong, which `shapeProblems` reports. */
const findUnknown = (named: readonly FilePart[], known: readonly string[], why: string): readonly Finding[] =>
  named.flatMap(({ path, value }) =>
    typeof value !== 'string' || known.length === 0 || known.includes(value)
      ? []
      : [{ path, message: `${JSON.stringify(value)} ${why}; use one of ${known.join(', ')}` }],
  );

/** Reports reserved codes in a part of the file that must not contain them. */
const findMisplaced = (part: FilePart, codes: readonly string[], why: string): readonly Finding[] =>
  codesOf([part])
    .filter((code) => codes.includes(code))
    .map((code) => ({ path: `${part.path}/code`, message: `"${code}" ${why}` }));

const twice = (parts: readonly FilePart[], key: 'code' | 'id' | 'text'): readonly Finding[] => {
  const taken = new Set<unknown>();
  return parts.flatMap(({ path, value }) => {
    const own = child(value, key);
    if (typeof own === 'string' && taken.has(own))
      return [{ path: `${path}/${key}`, message: `${JSON.stringify(own)} is used twice; use each ${key} once` }];
    taken.add(own);
    return [];
  });
};
