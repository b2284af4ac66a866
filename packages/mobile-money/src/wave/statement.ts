import { setTimeout as pause } from 'node:timers/promises';
import {
  done,
  parseInstant,
  unknown,
  type LocalDate,
  type Outcome,
  type StatementSource,
  type StatementLine,
} from '@vehicle-insurance/core';
import { fieldsOf, textIn, throttlingOf, type Answer, type Fields } from '@vehicle-insurance/http-client';
import { goodBodyOf, isOk, notDefinite } from '../answers.ts';

/** How pages are requested. */
interface Asking {
  /** Reads at most `limit` bytes of the answer. */
  readonly get: (path: string, limit: number) => Promise<Answer>;
  /** Milliseconds between two tries of a page. */
  readonly retryAfter: number;
}

/** Bytes: Wave decides how long a page is; a thousand rows of 700 bytes were seen. */
const LARGEST_PAGE = 16 * 1024 * 1024;

/** The most pages of a day: a longer statement never ends. */
const MAX_PAGES = 2_000;

/** Tries of one page. */
const TRIES = 3;

/** Milliseconds: if Wave asks for a longer pause, the day's statement is read later as a whole. */
const LONGEST_WAIT = 30_000;

/** Wave's statement, page by page. */
export const waveStatement = ({ get, retryAfter }: Asking): StatementSource => {
  const page = async (day: LocalDate, cursor: string | null): Promise<Answer> => {
    const after = cursor === null ? '' : `&after=${encodeURIComponent(cursor)}`;
    for (let tries = 1; ; tries += 1) {
      const answer = await get(`/v1/transactions?date=${day}${after}`, LARGEST_PAGE);
      const wait = Math.max(retryAfter, throttlingOf(answer)?.retryAfter ?? 0);
      if (!isPassing(answer) || tries === TRIES || wait > LONGEST_WAIT) return answer;
      await pause(wait);
    }
  };
  return { provider: 'wave', amounts: 'net', read: (day) => pages((cursor) => page(day, cursor)) };
};

async function* pages(
  page: (cursor: string | null) => Promise<Answer>,
): AsyncGenerator<Outcome<readonly StatementLine[]>, void, undefined> {
  let cursor: string | null = null;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const answer: Answer = await page(cursor);
    const read = pageIn(goodBodyOf(answer));
    // A line that cannot be understood may be money of ours, and a page without its end is not the day's last.
    if (!read || (read.next !== null && read.next === cursor)) return yield notDefinite(answer);
    yield done(read.lines);
    if (read.next === null) return;
    cursor = read.next;
  }
  yield unknown({ code: 'statement_too_long' });
}

/** Whether a retry may help: no answer, too many requests, or an error of the provider's own. */
const isPassing = (answer: Answer): boolean =>
  !isOk(answer) && (answer.got !== 'answer' || answer.status === 429 || answer.status >= 500);

interface Page {
  readonly lines: readonly StatementLine[];
  /** Where the next page begins; null after the last. */
  readonly next: string | null;
}

const pageIn = (body: unknown): Page | undefined => {
  const { items, page_info: info } = fieldsOf(body);
  const { has_next_page: goesOn } = fieldsOf(info);
  const next = goesOn === true ? textIn(fieldsOf(info), 'end_cursor') : null;
  if (!Array.isArray(items) || typeof goesOn !== 'boolean' || (goesOn && next === null)) return undefined;
  const lines = items.flatMap((item) => lineIn(item) ?? []);
  return lines.length < items.length ? undefined : { lines, next };
};

/**
 * One row. Unknown columns are ignored, and the other party is not read. `amount` is what moved in the wallet, so it is
 * net of `fee`.
 */
const lineIn = (row: unknown): StatementLine | undefined => {
  const fields = fieldsOf(row);
  const [transactionId, currency] = [textIn(fields, 'transaction_id'), textIn(fields, 'currency')];
  const [amount, fee] = [francsIn(fields['amount']), francsIn(fields['fee'] ?? '0')];
  const at = parseInstant(textIn(fields, 'timestamp') ?? '');
  const isUnread = amount === undefined || fee === undefined || at === undefined;
  if (transactionId === null || currency === null || isUnread) return undefined;
  const reference = textIn(fields, 'client_reference');
  const kind = kindIn(fields, amount + fee);
  // A refund of ours leaves the wallet, and Wave is assumed to return its fee with it: both may lack their sign.
  const isOurs = kind === 'refund' && reference !== null;
  const moved = isOurs ? { amount: -Math.abs(amount), fee: -Math.abs(fee) } : { amount, fee };
  return { provider: 'wave', transactionId, kind, ...moved, currency, reference, at };
};

/** A reversed payout is no refund of a payment. */
const kindIn = (fields: Fields, paid: number): StatementLine['kind'] => {
  const type = textIn(fields, 'transaction_type') ?? '';
  if (type.endsWith('_reversal')) return 'other';
  if (type.endsWith('_refund') || fields['is_reversal'] === true) return 'refund';
  return paid > 0 ? 'payment' : 'other';
};

/** Whole francs, as a string or a number. */
const francsIn = (value: unknown): number | undefined =>
  /^-?\d{1,15}$/.test(String(value)) ? Number(value) : undefined;
