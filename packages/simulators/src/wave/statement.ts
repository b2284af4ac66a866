import type { ProviderApi } from '../mobile-money/provider.ts';
import { queryParameter } from '../shared/application.ts';
import type { Session } from './session.ts';

/**
 * One row of the account's statement, in Wave's format. `amount` is the change of the wallet, after `fee`. `balance` is
 * the wallet's balance after the change.
 */
interface Row {
  readonly timestamp: string;
  readonly transaction_id: string;
  readonly transaction_type: 'api_checkout' | 'api_checkout_refund';
  readonly amount: string;
  readonly fee: string;
  readonly balance: string;
  readonly currency: 'XOF';
  readonly is_reversal: boolean;
  readonly counterparty_name: null;
  readonly counterparty_mobile: string | null;
  readonly client_reference: string | null;
  readonly checkout_api_session_id: string;
}

/** Wave's fee for a payment: one percent, rounded. */
const feeOf = (amount: number): number => Math.round(amount / 100);

/** A row without the balance, which is added later. */
type Moved = Omit<Row, 'amount' | 'fee' | 'balance'> & Readonly<Record<'amount' | 'fee', number>>;

/** The rows of a session. A refund returns the whole amount to the payer, and the fee to the merchant. */
const movesOf = (session: Session): readonly Moved[] => {
  const { transaction_id: paidBy, when_completed: paidAt, amount, client_reference, restrict_payer_mobile } = session;
  if (paidBy === undefined || paidAt === undefined) return [];
  const fee = feeOf(Number(amount));
  const move = (timestamp: string, transactionId: string, sign: 1 | -1): Moved => ({
    timestamp,
    transaction_id: transactionId,
    transaction_type: sign > 0 ? 'api_checkout' : 'api_checkout_refund',
    amount: sign * (Number(amount) - fee),
    fee: sign * fee,
    currency: 'XOF',
    is_reversal: sign < 0,
    counterparty_name: null,
    counterparty_mobile: restrict_payer_mobile ?? null,
    client_reference: client_reference ?? null,
    checkout_api_session_id: session.id,
  });
  return [move(paidAt, paidBy, 1), ...session.refunds.map(({ at }) => move(at, `${paidBy}R`, -1))];
};

/** A row's position in the statement. The cursor between pages contains this position. */
const placeOf = ({ timestamp, transaction_id }: Pick<Row, 'timestamp' | 'transaction_id'>): string =>
  `${timestamp} ${transaction_id}`;

const cursorOf = (row: Row): string => Buffer.from(placeOf(row)).toString('base64url');

export interface StatementQuery {
  readonly date: string;
  readonly after: string | undefined;
}

/** Reads the query; undefined if it is invalid. */
export const statementQuery = (ctx: Parameters<typeof queryParameter>[0]): StatementQuery | undefined => {
  const date = queryParameter(ctx, 'date') ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? { date, after: queryParameter(ctx, 'after') } : undefined;
};

/**
 * A page of the account's transactions of one day, oldest first. As at Wave, the caller cannot choose the number of
 * rows.
 */
export const statementPage = (
  sessions: ProviderApi<Session>['sessions'],
  { date, after }: StatementQuery,
  pageSize: number,
): object => {
  const begin = after === undefined ? '' : Buffer.from(after, 'base64url').toString();
  const left = rowsOf(sessions.all()).filter((row) => row.timestamp.startsWith(date) && placeOf(row) > begin);
  const items = left.slice(0, pageSize);
  const last = items.at(-1);
  return {
    page_info: {
      start_cursor: after ?? null,
      end_cursor: last ? cursorOf(last) : null,
      has_next_page: left.length > items.length,
    },
    date,
    items,
  };
};

const rowsOf = (sessions: readonly Session[]): readonly Row[] => {
  let balance = 0;
  return sessions
    .flatMap(movesOf)
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
    .map(({ amount, fee, ...move }) => {
      balance += amount;
      return { ...move, amount: String(amount), fee: String(fee), balance: String(balance) };
    });
};
