import type { ProviderApi } from '../mobile-money/provider.ts';
import { queryParameter } from '../shared/application.ts';
import type { Session } from './session.ts';

/** One row of the account's statement, in Wave's format. */
interface Row {
  readonly timestamp: string;
  readonly transaction_id: string;
  readonly transaction_type: 'merchant_payment';
  readonly amount: string;
  readonly fee: string;
  readonly currency: 'XOF';
  readonly is_reversal: boolean;
  readonly client_reference?: string;
  readonly counterparty_mobile?: string;
}

/** Wave's fee for a payment: one percent, rounded. */
const feeOf = (amount: number): number => Math.round(amount / 100);

const rowsOf = (session: Session): readonly Row[] => {
  const { transaction_id: id, when_completed: at, amount, client_reference, restrict_payer_mobile } = session;
  if (id === undefined || at === undefined) return [];
  const row = (timestamp: string, transactionId: string, sign: 1 | -1): Row => ({
    timestamp,
    transaction_id: transactionId,
    transaction_type: 'merchant_payment',
    amount: String(sign * Number(amount)),
    fee: String(sign * feeOf(Number(amount))),
    currency: 'XOF',
    is_reversal: sign < 0,
    ...(client_reference !== undefined && { client_reference }),
    ...(restrict_payer_mobile !== undefined && { counterparty_mobile: restrict_payer_mobile }),
  });
  return [row(at, id, 1), ...session.refunds.map((refund) => row(refund.at, `${id}R`, -1))];
};

/** Its position in the statement: the cursor between pages. */
const placeOf = ({ timestamp, transaction_id }: Row): string => `${timestamp} ${transaction_id}`;

const cursorOf = (row: Row): string => Buffer.from(placeOf(row)).toString('base64url');

export interface StatementQuery {
  readonly date: string;
  readonly first: number;
  readonly after: string | undefined;
}

/** The query, or undefined if it is invalid. */
export const statementQuery = (ctx: Parameters<typeof queryParameter>[0]): StatementQuery | undefined => {
  const [date = '', first = '100'] = [queryParameter(ctx, 'date'), queryParameter(ctx, 'first')];
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^[1-9]\d{0,3}$/.test(first)) return undefined;
  return { date, first: Number(first), after: queryParameter(ctx, 'after') };
};

/**
 * A page of the account's transactions of one day, oldest first: all payments into it, by every shop that shares it.
 */
export const statementPage = (
  sessions: ProviderApi<Session>['sessions'],
  { date, first, after }: StatementQuery,
): object => {
  const begin = after === undefined ? '' : Buffer.from(after, 'base64url').toString();
  const left = sessions
    .all()
    .flatMap(rowsOf)
    .filter((row) => row.timestamp.startsWith(date) && placeOf(row) > begin)
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  const items = left.slice(0, first);
  const last = items.at(-1);
  return {
    page_info: { has_next_page: left.length > items.length, end_cursor: last ? cursorOf(last) : null },
    date,
    items,
  };
};
