export type Row =
  | 'opening'
  | 'pending'
  | 'failed, session known'
  | 'failed, no session known'
  | 'failed, refused at opening'
  | 'succeeded'
  | 'failed, refund due'
  | 'failed, refund manual';

export type SessionCase =
  | 'none'
  | 'open'
  | 'open, cannot be expired'
  | 'a failed attempt'
  | 'a failed attempt, cannot be expired'
  | 'processing'
  | 'ended, a debit in progress'
  | 'ended, perhaps a debit'
  | 'paid'
  | 'paid after the window'
  | 'paid, another amount'
  | 'expired'
  | 'cancelled'
  | 'silent, or not known';

export const EVENTS = ['notification', 'check', 'window’s end', 'operator’s pause', 'crash'] as const;
export type CellEvent = (typeof EVENTS)[number];

/** The expected state of a payment: at once after each event, and after some days. */
export interface CellRow {
  /** Prefix of its test titles. */
  readonly id: string;
  readonly row: Row;
  readonly session: SessionCase;
  readonly notification: string;
  /** The state after a check. It is the same while openings are paused, and for the check after a process died. */
  readonly check: string;
  readonly windowEnd: string;
  readonly end: string;
}

export const predict = ({ notification, check, windowEnd }: CellRow, event: CellEvent): string =>
  event === 'notification' ? notification : event === 'window’s end' ? windowEnd : check;

type Sessions = Partial<Record<SessionCase, string>>;

/** Cells of one kind of row: notification | check | window's end | days later. `=` repeats the cell to its left. */
const cells = (prefix: string, row: Row, sessions: Sessions): readonly CellRow[] =>
  Object.entries(sessions).map(([session, text], index) => {
    const columns = text.split(' | ');
    const at = (column: number): string => (columns[column] === '=' ? at(column - 1) : (columns[column] ?? ''));
    const outcomes = { notification: at(0), check: at(1), windowEnd: at(2), end: at(3) };
    return { id: `${prefix}${index + 1}`, row, session: session as SessionCase, ...outcomes };
  });

const UNDECIDED: Sessions = {
  open: 'pending | = | failed `expired`, watched | failed `expired`',
  'open, cannot be expired': 'pending | = | failed `expired`, watched | failed `expired`',
  'a failed attempt': 'failed `insufficient_funds`, watched | = | = | failed `insufficient_funds`',
  'a failed attempt, cannot be expired': 'pending | = | failed `expired`, watched | failed `expired`',
  processing: 'pending | = | = | succeeded, 1 contract',
  'ended, a debit in progress': 'pending | = | = | succeeded, 1 contract',
  'ended, perhaps a debit': 'failed `expired`, watched | = | = | failed `expired`, refund done',
  paid: 'succeeded, 1 contract | = | = | =',
  'paid after the window': 'failed `expired`, refund done | = | = | =',
  'paid, another amount': 'failed `amount_mismatch`, refund done | = | = | =',
  expired: 'failed `expired`, watched | = | = | failed `expired`',
  cancelled: 'failed `declined`, watched | = | = | failed `declined`',
};

const describeFailed = (reason: string): Sessions => {
  const failed = `failed \`${reason}\``;
  const [watched, back] = [`${failed}, watched | = | = | ${failed}`, `${failed}, refund done | = | = | =`];
  return {
    open: watched,
    'open, cannot be expired': watched,
    'a failed attempt': watched,
    'a failed attempt, cannot be expired': watched,
    processing: `${watched}, refund done`,
    'ended, a debit in progress': `${watched}, refund done`,
    'ended, perhaps a debit': `${watched}, refund done`,
    paid: back,
    'paid after the window': back,
    'paid, another amount': back,
    expired: watched,
    cancelled: watched,
    'silent, or not known': watched,
  };
};

const UNREACHED = 'failed `provider_unavailable`, watched | = | = | failed `provider_unavailable`';
/** At the end of the window, a failed payment is not due for a check. Its next check finds the money. */
const PAID_BEFORE = 'failed `expired`, refund done | = | failed `expired`, watched | failed `expired`, refund done';

/** Every possible cell of a payment. Sessions that a row does not list cannot occur in it. */
export const CELLS: readonly CellRow[] = [
  ...cells('O', 'opening', { none: UNREACHED, ...UNDECIDED, 'silent, or not known': UNREACHED }),
  ...cells('P', 'pending', { ...UNDECIDED, 'silent, or not known': 'pending | = | = | failed `expired`' }),
  ...cells('F', 'failed, session known', {
    ...describeFailed('expired'),
    paid: PAID_BEFORE,
    'paid, another amount': PAID_BEFORE,
  }),
  ...cells('N', 'failed, no session known', { none: UNREACHED, ...describeFailed('provider_unavailable') }),
  ...cells('R', 'failed, refused at opening', {
    none: 'failed `provider_error`, watched | failed `provider_error` | = | =',
  }),
  ...cells('S', 'succeeded', { paid: 'succeeded, 1 contract | = | = | =' }),
  ...cells('D', 'failed, refund due', {
    'paid, another amount': 'failed `amount_mismatch`, refund due | failed `amount_mismatch`, refund done | = | =',
  }),
  ...cells('M', 'failed, refund manual', {
    'paid, another amount': 'failed `amount_mismatch`, refund manual | = | = | =',
  }),
];
