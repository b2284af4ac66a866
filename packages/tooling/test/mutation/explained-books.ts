import { inFile, survivor } from './explain.ts';
import type { Explained } from './report.ts';

const LEDGER = 'core/src/use-cases/ledger';
const STATEMENTS = 'core/src/use-cases/statement';

const ORDER = 'one.at < other.at ? -1 : one.at > other.at ? 1 : 0;';
const DAYS = 'for (let day = from; day !== null && until !== null && day <= until; day = addDays(day, 1)) {';
const NOT_ASKED =
  'What is left out is undefined, and undefined is not above zero: it is written for the types and for readers.';

const DIFFERENCES: readonly Explained[] = [
  survivor(
    'core/src/domain/statement/difference.ts',
    'Every finding has a line or a movement: that it could have neither is known to the types alone.',
    "if (kind === 'matched' || kind === 'awaited' || about === null) return [];",
    'about === null',
    'false',
  ),
  ...['kind', 'sessionId'].map((field) =>
    survivor(
      'core/src/domain/statement/difference.ts',
      'As above: without a line there is a movement.',
      'line ? subjectOfLine(line) : `session ${movement?.kind} ${movement?.sessionId}`;',
      `movement?.${field}`,
      `movement.${field}`,
    ),
  ),
  ...[
    ['one.at > other.at', 'true'],
    ['one.at > other.at', 'false'],
    ['one.at > other.at', 'one.at >= other.at'],
    ['one.at > other.at', 'one.at <= other.at'],
  ].map(([text = '', instead = '']) =>
    survivor(
      'core/src/domain/statement/match.ts',
      'The sort of this runtime asks only whether one comes before the other: zero and one are the same to it.',
      ORDER,
      text,
      instead,
    ),
  ),
];

const ENTRIES: readonly Explained[] = [
  survivor(
    `${LEDGER}/book-former.ts`,
    'Nothing is found under null: that there is an id is asked for by the types.',
    'const contract = contractId === null ? undefined : await tx.contracts.find(companyId, contractId);',
    'contractId === null',
    'false',
  ),
  survivor(
    `${LEDGER}/book-former.ts`,
    'As above.',
    'const refund = refundId === null ? undefined : await tx.refunds.find(companyId, refundId);',
    'refundId === null',
    'false',
  ),
];

const SETTLED: readonly Explained[] = inFile(
  `${STATEMENTS}/settle-refund.ts`,
  'A payment that was found has facts under its reference: their absence is asked for by the types.',
  ...(
    [
      ['!facts', 'false'],
      ["{ code: 'nothing_to_settle', ofPayments: [] }", '{}'],
      ["'nothing_to_settle'", '""'],
      ['[]', '["Stryker was here"]'],
    ] as const
  ).map(
    ([text, instead]) =>
      ["if (!facts) return Err({ code: 'nothing_to_settle', ofPayments: [] });", text, instead] as const,
  ),
);

const READINGS: readonly Explained[] = [
  ...['await compare(provider, await statements.references(provider, since, to), { asks: 0 });'].map((line) =>
    survivor(`${STATEMENTS}/read-statement.ts`, NOT_ASKED, line, '{ asks: 0 }', '{}'),
  ),
  survivor(
    `${STATEMENTS}/read-statement.ts`,
    'A page that is full has a last one.',
    'after = open.length < atOnce ? undefined : open.at(-1)?.id;',
    'open.at(-1)?.id',
    'open.at(-1).id',
  ),
  survivor(
    `${STATEMENTS}/read-statement.ts`,
    'The earlier of a day and the same day is that day.',
    'const earliest = (one: LocalDate, other: LocalDate): LocalDate => (one < other ? one : other);',
    'one < other',
    'one <= other',
  ),
  ...[
    ['day !== null && until !== null', 'day !== null || until !== null'],
    ['day !== null', 'true'],
    ['until !== null', 'true'],
  ].map(([text = '', instead = '']) =>
    survivor(
      `${STATEMENTS}/import-statement.ts`,
      'Without days neither the first nor the last is there, and with any both are: either tells the other.',
      DAYS,
      text,
      instead,
    ),
  ),
  survivor(
    `${STATEMENTS}/show-statement-day.ts`,
    'A reference that is not ours: nothing is known of it, as of no reference.',
    'const references = [...new Set(told.flatMap(({ reference }) => reference ?? []))];',
    '[]',
    '["Stryker was here"]',
  ),
  survivor(
    `${STATEMENTS}/explain-difference.ts`,
    'The store of these tests runs a unit that lost a race once more, which comes to the same as the lock. On PostgreSQL two operators explain at once: persistence/test/differences.int.test.ts.',
    'if (payment) await tx.quotes.lock(companyId, payment.quoteId);',
    'payment',
    'false',
  ),
];

const GONE = 'No payment is ever removed, so that what was found under its reference a moment ago is found again.';

const COMPARISONS: readonly Explained[] = [
  survivor(`${STATEMENTS}/compare-with-records.ts`, GONE, 'if (!facts) return Ok(false);', '!facts', 'false'),
  survivor(`${STATEMENTS}/compare-with-records.ts`, GONE, 'if (!facts) return Ok(false);', 'false', 'true'),
  survivor(
    `${STATEMENTS}/compare-with-records.ts`,
    'One more time around, nothing is asked for and nothing found.',
    'for (let from = 0; from < references.length; from += TOGETHER)',
    'from < references.length',
    'from <= references.length',
  ),
  ...[
    ["{ at: now, why: 'the statement has money of it' }", '{}'],
    ["'the statement has money of it'", '""'],
  ].map(([text = '', instead = '']) =>
    survivor(
      `${STATEMENTS}/compare-with-records.ts`,
      'The payment keeps its status, so that only evidence would make a line of its history: of the entry nothing is read but that it has none.',
      "const entry = { at: now, why: 'the statement has money of it' };",
      text,
      instead,
    ),
  ),
];

const SETTLEMENTS: readonly Explained[] = [
  survivor(
    'core/src/domain/statement/movement.ts',
    'What a payer owes was booked of a line, so that the subject names its kind: the word for another is asked for by the types.',
    "const kind = kindOfLine(difference.subject) ?? 'refund';",
    "'refund'",
    '""',
  ),
  ...[
    ['false', 'true'],
    ['() => false', '() => undefined'],
  ].map(([text = '', instead = '']) =>
    survivor(
      `${STATEMENTS}/settle-refund.ts`,
      'Whether a movement must be told already decides between kinds of which none is a line that was not due.',
      'const all = findingsIn(facts, { feeBasisPoints: null, isTold: () => false }).flatMap((finding): readonly NotDue[] => {',
      text,
      instead,
    ),
  ),
];

const BORDEREAUX: readonly Explained[] = [
  survivor(
    'core/src/use-cases/ledger/list-premiums.ts',
    'A group has the row that it was made for: it is asked for by the types.',
    'if (first)',
    'first',
    'true',
  ),
];

/** Survivors among books and statements. */
export const EXPLAINED_BOOKS: readonly Explained[] = [
  ...ENTRIES,
  ...DIFFERENCES,
  ...READINGS,
  ...COMPARISONS,
  ...SETTLED,
  ...SETTLEMENTS,
  ...BORDEREAUX,
];
