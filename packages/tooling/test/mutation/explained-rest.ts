import { inFile } from './explain.ts';
import type { Explained } from './report.ts';

const CHECK_FOR_THE_TYPES =
  'What is checked cannot be: the compiler asks for it, and what is done instead fails as well.';
const EQUAL = 'It matters only where both are equal, and then either is the answer.';
const NOT_RECORDED =
  'The contract keeps its status, and no line of its history is made where nothing but a time and a reason is given.';
const FASTER = 'It saves time and changes no answer.';

const SHARED: readonly Explained[] = [
  ...inFile(
    'core/src/shared/calendar.ts',
    EQUAL,
    ['export const earlier = (a: Instant, b: Instant): Instant => (a < b ? a : b);', 'a < b', 'a <= b'],
    ['at < earliest ? earliest : at > latest ? latest : at;', 'at < earliest', 'at <= earliest'],
    ['at < earliest ? earliest : at > latest ? latest : at;', 'at > latest', 'at >= latest'],
  ),
  ...inFile(
    'core/src/shared/calendar.ts',
    'A function that ends returns undefined; it is written down for its readers.',
    // In both functions that are written so.
    ['} catch {', '{\n    return undefined;\n  }', '{}'],
    ['} catch {', '{\n    return undefined;\n  }', '{}'],
  ),
  ...inFile('core/src/ports/due-work.ts', 'It keeps queues apart, and no two run together without the blank either.', [
    "[queue.kind, 'provider' in queue && queue.provider, 'urgent' in queue && queue.urgent].join(' ');",
    "' '",
    '""',
  ]),
  ...inFile(
    'core/src/shared/calendar.ts',
    FASTER,
    [
      'if (known && known.from <= at && at < known.until) return known.date;',
      'known && known.from <= at && at < known.until',
      'false',
    ],
    ['if (known && known.from <= at && at < known.until) return known.date;', 'known.from <= at', 'known.from < at'],
  ),
  ...inFile(
    'core/src/shared/calendar.ts',
    FASTER,
    [
      'lastDays.set(zone, { date, from: startOfDay(date, zone), until: startOfDay(addDays(date, 1), zone) });',
      '{ date, from: startOfDay(date, zone), until: startOfDay(addDays(date, 1), zone) }',
      '{}',
    ],
    ...['true', 'false', 'lastStarts.size >= LAST_STARTS', 'lastStarts.size <= LAST_STARTS'].map(
      (instead) =>
        ['if (lastStarts.size > LAST_STARTS) lastStarts.clear();', 'lastStarts.size > LAST_STARTS', instead] as const,
    ),
    ['lastStarts.set(name, start);', 'lastStarts.set(name, start);', ';'],
  ),
  ...inFile(
    'core/src/shared/calendar.ts',
    'A longer text is no beginning of an instant, or makes none together with an hour.',
    [
      'if (!/^(?!0000|9999)\\d{4}-\\d{2}-\\d{2}$/.test(text)) return undefined;',
      '/^(?!0000|9999)\\d{4}-\\d{2}-\\d{2}$/',
      '/^(?!0000|9999)\\d{4}-\\d{2}-\\d{2}/',
    ],
  ),
  ...inFile(
    'core/src/shared/bit-text.ts',
    'A full group that is still held is written with the next, or as the last.',
    ['while (count >= to) {', 'count >= to', 'count > to'],
  ),
  ...inFile('core/src/shared/utf8.ts', 'A function that ends returns undefined; it is written down for its readers.', [
    '} catch {',
    '{\n    return undefined;\n  }',
    '{}',
  ]),
  ...inFile('core/src/shared/due.ts', 'Another number for each text, spread as evenly.', [
    '[...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);',
    'Math.imul(sum, 31) + letter.charCodeAt(0)',
    'Math.imul(sum, 31) - letter.charCodeAt(0)',
  ]),
  ...inFile(
    'core/src/shared/machine.ts',
    'A state that is not in the table does not compile; the index is asked about all the same.',
    ['const to = table[from]?.[event];', 'table[from]?.[event]', 'table[from][event]'],
  ),
  ...inFile(
    'core/src/shared/outcome.ts',
    'Only an unknown outcome has a `why`: of any other it is undefined as well.',
    ["said.outcome === 'unknown' ? said.why : undefined;", "said.outcome === 'unknown'", 'true'],
  ),
  ...inFile('core/src/shared/outcome.ts', 'An outcome whose evidence is undefined is read like one without.', [
    '): T & { readonly evidence?: Evidence } => (evidence === undefined ? answer : { ...answer, evidence });',
    'evidence === undefined',
    'false',
  ]),
  ...inFile(
    'core/src/shared/rules.ts',
    'What is no number is no safe integer: the type is asked for by the compiler.',
    [
      "typeof input === 'number' && Number.isSafeInteger(input) && input >= min && input <= max",
      "typeof input === 'number'",
      'true',
    ],
  ),
  ...inFile(
    'core/src/shared/rules.ts',
    'No text of just this length becomes short enough: four code points of two units each are never composed into one.',
    [
      'const isTooLong = trimmed.length > length.max * GREATEST_COMPOSITION * UNITS;',
      'trimmed.length > length.max * GREATEST_COMPOSITION * UNITS',
      'trimmed.length >= length.max * GREATEST_COMPOSITION * UNITS',
    ],
  ),
  ...inFile(
    'core/src/shared/rules.ts',
    FASTER,
    [
      'const points = input.length > max * UNITS ? Infinity : [...input].length;',
      'input.length > max * UNITS',
      'false',
    ],
    [
      "const digits = typeof input === 'string' ? MOBILE_NUMBER.exec(input.replace(/ +/g, ''))?.[1] : undefined;",
      '/ +/g',
      '/ /g',
    ],
  ),
];

const DOMAIN: readonly Explained[] = [
  ...inFile('core/src/domain/vehicle/licence-plate.ts', FASTER, [
    "const compact = typeof input === 'string' && input.replace(/ +/g, '');",
    '/ +/g',
    '/ /g',
  ]),
  ...inFile('core/src/domain/contract/contract.ts', EQUAL, [
    'const startDate = paidOn > quote.startDate ? paidOn : quote.startDate;',
    'paidOn > quote.startDate',
    'paidOn >= quote.startDate',
  ]),
  ...inFile('core/src/domain/coverage/find-missing-terms.ts', 'No clause is on such a subject.', [
    'const said = [...clauses.map(({ subject }) => subject), ...(general?.subjects ?? [])];',
    '[]',
    '["Stryker was here"]',
  ]),
  ...inFile('core/src/domain/coverage/compare-premiums.ts', 'Of two that are equal it was said before that they are.', [
    "const direction = after < before ? 'cheaper' : 'dearer';",
    'after < before',
    'after <= before',
  ]),
  ...inFile(
    'core/src/domain/coverage/compare-premiums.ts',
    'What is rounded in no way that is known is rounded down.',
    ["const isAbove = (share: Ratio): boolean => difference > shareOf(before, share, 'down');", "'down'", '""'],
  ),
  ...inFile('core/src/domain/coverage/compare-premiums.ts', CHECK_FOR_THE_TYPES, [
    'return its?.code === line.code && its.kind === line.kind && its.amount === line.amount && its.label === line.label;',
    'its?.code',
    'its.code',
  ]),
  ...inFile(
    'core/src/domain/coverage/find-unpriced-cases.ts',
    'A row has at least one band: a catalogue without is refused.',
    ['const end = bands.at(-1)?.upTo ?? null;', 'bands.at(-1)?.upTo', 'bands.at(-1).upTo'],
  ),
  ...inFile(
    'core/src/domain/coverage/sample-facts.ts',
    'A price that is no lookup and no rate has no quantity it goes by, so that no row is found either way.',
    ["if (price.kind === 'rate') return price.of === quantity ? price.rows : [];", "price.kind === 'rate'", 'true'],
  ),
];

const USE_CASES: readonly Explained[] = [
  ...inFile('core/src/use-cases/find-one.ts', CHECK_FOR_THE_TYPES, [
    "const found = await find(asked.value.companyId, asked.value[idField] ?? '');",
    "''",
    '"Stryker was here!"',
  ]),
  ...inFile(
    'core/src/use-cases/contract/cancel-contract.ts',
    'A contract is opened by a payment, which is never removed: a store that has lost it is met by an error either way.',
    [
      "if (!payment || !isOpened(payment)) throw new Error('a contract without a payment cannot be cancelled');",
      '!payment || !isOpened(payment)',
      'false',
    ],
    [
      "if (!payment || !isOpened(payment)) throw new Error('a contract without a payment cannot be cancelled');",
      '!payment || !isOpened(payment)',
      '!payment && !isOpened(payment)',
    ],
    [
      "if (!payment || !isOpened(payment)) throw new Error('a contract without a payment cannot be cancelled');",
      "'a contract without a payment cannot be cancelled'",
      '""',
    ],
  ),
  ...inFile(
    'core/src/use-cases/contract/open-contract.ts',
    'A payment is made for a quote, which is never removed: a store that has lost it is met by an error either way.',
    ["if (!quote) throw new Error('a payment without a quote cannot open a contract');", '!quote', 'false'],
    [
      "if (!quote) throw new Error('a payment without a quote cannot open a contract');",
      "'a payment without a quote cannot open a contract'",
      '""',
    ],
  ),
  ...inFile(
    'core/src/use-cases/contract/get-contract.ts',
    'Where there is no key there is no link, whatever its extension would be.',
    [
      "const link = async (key: string | null, extension = /\\.\\w+$/.exec(key ?? '')?.[0] ?? '') =>",
      "''",
      '"Stryker was here!"',
    ],
  ),
  ...inFile(
    'core/src/use-cases/document/make-documents.ts',
    NOT_RECORDED,
    ['await tx.contracts.save(next, { at: now, why: `${name} stored` });', '`${name} stored`', '``'],
    [
      "return Ok(await contracts.save({ ...contract, documentsDue }, { at: now, why: 'documents looked after' }));",
      "'documents looked after'",
      '""',
    ],
  ),
  ...inFile('core/src/use-cases/document/retry-documents.ts', NOT_RECORDED, [
    "return Ok(await tx.contracts.save({ ...contract, documentsDue }, { at: now, why: 'made now', by }));",
    "'made now'",
    '""',
  ]),
  ...inFile('core/src/use-cases/document/retry-documents.ts', 'What is due at this very moment stays so.', [
    'if (!contract?.documentsDue || contract.documentsDue.at <= now) return Ok(undefined);',
    'contract.documentsDue.at <= now',
    'contract.documentsDue.at < now',
  ]),
  ...inFile('core/src/use-cases/operations/sweep.ts', 'Only work of kinds that have a handler is claimed.', [
    'await aroundWork(claim, async () => handlers[kind]?.(claim));',
    'handlers[kind]?.(claim)',
    'handlers[kind](claim)',
  ]),
  ...inFile(
    'core/src/use-cases/operations/sweep.ts',
    'A round that claims nothing is followed by others that claim nothing: they are only left out.',
    [
      'for (let round = 0, before = -1; round < ROUNDS && soFar().claimed > before; round += 1) {',
      'soFar().claimed > before',
      'true',
    ],
    [
      'for (let round = 0, before = -1; round < ROUNDS && soFar().claimed > before; round += 1) {',
      'soFar().claimed > before',
      'soFar().claimed >= before',
    ],
  ),
  ...inFile(
    'core/src/use-cases/document/make-documents.ts',
    'What has no next try has all of its documents, and no lease is held on it.',
    ['const isAnew = due !== null && due.attempts < claim.attempt;', 'due !== null', 'true'],
  ),
  ...inFile('core/src/use-cases/operations/lane.ts', 'Nothing is claimed where none is asked for.', [
    'for (const claim of free > 0 ? await dueWork.claim(queue, until, free) : []) begin(claim);',
    'free > 0',
    'free >= 0',
  ]),
  ...inFile('core/src/use-cases/operations/lane.ts', EQUAL, [
    'if (now > until) until = now;',
    'now > until',
    'now >= until',
  ]),
  ...inFile('core/src/use-cases/quote/create-quote.ts', 'No quote has null for its id.', [
    'if (named.isErr() || named.value.id === null) return undefined;',
    'named.value.id === null',
    'false',
  ]),
  ...inFile(
    'core/src/use-cases/quote/create-quote.ts',
    CHECK_FOR_THE_TYPES,
    ...(
      [
        ["'a quote that is there was not found'", '""'],
        ["error.code === 'quote_already_exists'", 'false'],
        ["'quote_already_exists'", '""'],
      ] as const
    ).map(
      ([text, instead]) =>
        [
          "if (error.code === 'quote_already_exists') throw new Error('a quote that is there was not found');",
          text,
          instead,
        ] as const,
    ),
  ),
  ...inFile('core/src/use-cases/document/paper-on-demand.ts', 'Every contract was paid: the compiler asks.', [
    'if (payment === null) return null;',
    'payment === null',
    'false',
  ]),
  ...inFile(
    'core/src/use-cases/document/paper-on-demand.ts',
    'A line in which nobody stands is kept, and joined by the next.',
    ['if (line.length === 0) waiting.delete(companyId);', 'line.length === 0', 'false'],
    ['if (line.length === 0) waiting.delete(companyId);', 'waiting.delete(companyId);', ';'],
  ),
  ...inFile('core/src/use-cases/vehicle/register-vehicle.ts', 'Only that error names a vehicle: the compiler asks.', [
    "if (registered.error.code !== 'vehicle_already_exists' || registered.error.vehicleId !== id) return registered;",
    "registered.error.code !== 'vehicle_already_exists'",
    'false',
  ]),
  ...inFile(
    'core/src/use-cases/vehicle/register-vehicle.ts',
    'One message for the whole file is told instead of this one.',
    ["bytes: (given) => (isBytes(given) ? Ok(given) : Err('must be bytes')),", "'must be bytes'", '""'],
  ),
];

const PROOFS: readonly Explained[] = [
  ...inFile(
    'core/src/domain/proof/proof-keys.ts',
    'It spares decoding a long text, which is no key of 32 bytes either.',
    [
      "const bytes = typeof text === 'string' && text.length < 2 * PUBLIC_KEY_BYTES ? base64url.decode(text) : undefined;",
      'text.length < 2 * PUBLIC_KEY_BYTES',
      'true',
    ],
    [
      "const bytes = typeof text === 'string' && text.length < 2 * PUBLIC_KEY_BYTES ? base64url.decode(text) : undefined;",
      'text.length < 2 * PUBLIC_KEY_BYTES',
      'text.length <= 2 * PUBLIC_KEY_BYTES',
    ],
  ),
  ...inFile('core/src/domain/proof/proof-keys.ts', 'What is no key is left out, a text among the keys as well.', [
    'return (Array.isArray(keys) ? (keys as readonly unknown[]) : []).flatMap((each) => {',
    '[]',
    '["Stryker was here"]',
  ]),
  ...inFile(
    'core/src/domain/proof/token.ts',
    'It spares decoding a long text: the longest token there is has fewer than a thousand characters.',
    [
      "const bytes = typeof token === 'string' && token.length <= LONGEST_TOKEN ? base32.decode(token) : undefined;",
      'token.length <= LONGEST_TOKEN',
      'true',
    ],
    [
      "const bytes = typeof token === 'string' && token.length <= LONGEST_TOKEN ? base32.decode(token) : undefined;",
      'token.length <= LONGEST_TOKEN',
      'token.length < LONGEST_TOKEN',
    ],
  ),
];

/** Survivors in the rest of the domain and of the use cases. */
export const EXPLAINED_REST: readonly Explained[] = [...PROOFS, ...SHARED, ...DOMAIN, ...USE_CASES];
