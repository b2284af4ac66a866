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
import { fieldsOf, textIn, throttlingOf, type HttpResult, type Fields } from '@vehicle-insurance/http-client';
import { successBodyOf, isOk, unknownOf } from '../results.ts';

interface PageRequests {
  /** Reads at most `limit` bytes of the response. */
  readonly get: (path: string, limit: number) => Promise<HttpResult>;
  /** Milliseconds before the same page is requested again, unless Wave requires a longer pause. */
  readonly retryAfter: number;
}

/** In bytes. Wave decides how long a page is. A thousand rows of 700 bytes need only a small part of this limit. */
const LARGEST_PAGE = 16 * 1024 * 1024;

/** Per day. A longer statement is considered endless. */
const MAX_PAGES = 2_000;

/** Requests per page. */
const TRIES = 3;

/** In milliseconds. If Wave requires a longer pause, the whole day is read later. */
const LONGEST_WAIT = 30_000;

export const waveStatement = ({ get, retryAfter }: PageRequests): StatementSource => {
  const page = async (day: LocalDate, cursor: string | null): Promise<HttpResult> => {
    const after = cursor === null ? '' : `&after=${encodeURIComponent(cursor)}`;
    for (let tries = 1; ; tries += 1) {
      const result = await get(`/v1/transactions?date=${day}${after}`, LARGEST_PAGE);
      const wait = Math.max(retryAfter, throttlingOf(result)?.retryAfter ?? 0);
      if (!isTransient(result) || tries === TRIES || wait > LONGEST_WAIT) return result;
      await pause(wait);
    }
  };
  return { provider: 'wave', amounts: 'net', read: (day) => pages((cursor) => page(day, cursor)) };
};

async function* pages(
  page: (cursor: string | null) => Promise<HttpResult>,
): AsyncGenerator<Outcome<readonly StatementLine[]>, void, undefined> {
  let cursor: string | null = null;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const result: HttpResult = await page(cursor);
    const read = pageIn(successBodyOf(result));
    // An unreadable line may be our money. Without a new cursor, further lines may be missing.
    if (!read || (read.next !== null && read.next === cursor)) return yield unknownOf(result);
    yield done(read.lines);
    if (read.next === null) return;
    cursor = read.next;
  }
  yield unknown({ code: 'statement_too_long' });
}

/** Whether a retry may help: no response, too many requests, or a server error. */
const isTransient = (result: HttpResult): boolean =>
  !isOk(result) && (result.got !== 'response' || result.status === 429 || result.status >= 500);

interface Page {
  readonly lines: readonly StatementLine[];
  /** The cursor of the next page; null on the last page. */
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

/** A row of the statement. `amount` is the movement in the wallet, net of `fee`. The counterparty is not read. */
const lineIn = (row: unknown): StatementLine | undefined => {
  const fields = fieldsOf(row);
  const [transactionId, currency] = [textIn(fields, 'transaction_id'), textIn(fields, 'currency')];
  const [amount, fee] = [francsIn(fields['amount']), francsIn(fields['fee'] ?? '0')];
  const at = parseInstant(textIn(fields, 'timestamp') ?? '');
  const isUnread = amount === undefined || fee === undefined || at === undefined;
  if (transactionId === null || currency === null || isUnread) return undefined;
  const reference = textIn(fields, 'client_reference');
  const kind = kindIn(fields, amount + fee);
  // A refund of ours leaves the wallet. We assume that Wave returns the fee with the refund. Wave may list both amounts
  // without a sign.
  const isOurs = kind === 'refund' && reference !== null;
  const moved = isOurs ? { amount: -Math.abs(amount), fee: -Math.abs(fee) } : { amount, fee };
  return { provider: 'wave', transactionId, kind, ...moved, currency, reference, at };
};

/** A reversed payout is not a refund of a payment. */
const kindIn = (fields: Fields, paid: number): StatementLine['kind'] => {
  const type = textIn(fields, 'transaction_type') ?? '';
  if (type.endsWith('_reversal')) return 'other';
  if (type.endsWith('_refund') || fields['is_reversal'] === true) return 'refund';
  return paid > 0 ? 'payment' : 'other';
};

const francsIn = (value: unknown): number | undefined =>
  /^-?\d{1,15}$/.test(String(value)) ? Number(value) : undefined;
