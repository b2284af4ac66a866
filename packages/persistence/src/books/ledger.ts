import {
  bookkeeping,
  type Bookkeeping,
  type Entry,
  type Payment,
  type Quotes,
  type StoreLedger,
} from '@vehicle-insurance/core';
import type { Builder } from '../tables/builder.ts';
import type { Session } from '../database/session.ts';
import { markUnsummed } from './account-days.ts';
import { plain, statement } from '../database/prepared-statement.ts';
import { toPayment } from '../tables/payment.ts';
import type { CompanyAndId } from '../tables/rows.ts';
import { columnsOf } from '../tables/selection.ts';

/**
 * Adds an entry with all its postings. Adds nothing if the entry is about a payment and the company already has an
 * entry with its cause and subject. Parameters: those of the entry, then the accounts and amounts of the postings.
 */
const POST = `
  with added as (
    insert into entry (company_id, id, insurer, wallet, cause, subject_id, payment_id, at, booked_on)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (company_id, cause, subject_id) where payment_id is not null do nothing
    returning company_id, id
  )
  insert into posting (company_id, entry_id, number, account, amount)
  select added.company_id, added.id, line.number, line.account, line.amount
  from added, unnest($10::text[], $11::bigint[]) with ordinality line (account, amount, number)`;

const post = ({ companyId, id, insurer, wallet, cause, subjectId, paymentId, at, bookedOn, postings }: Entry) =>
  plain('post entry', POST, [
    companyId,
    id,
    insurer,
    wallet,
    cause,
    subjectId,
    paymentId,
    at,
    bookedOn,
    postings.map(({ account }) => account),
    postings.map(({ amount }) => amount),
  ]);

/**
 * Reads a payment, but does not register the row for saving as `Payments.find` does. Otherwise, a unit of work that had
 * read the payment earlier could save its old content over a newer version.
 */
export const paymentRead = (builder: Builder) => {
  const read = statement('read payment', ({ companyId, id }: CompanyAndId) =>
    builder.selectFrom('payment').select(columnsOf('payment')).where('companyId', '=', companyId).where('id', '=', id),
  );
  return async (session: Session, given: CompanyAndId): Promise<Payment | undefined> => {
    const [row] = await session.run(read(given));
    return row && toPayment(row);
  };
};

export const ledger = (builder: Builder, made: Bookkeeping, quotes: (session: Session) => Quotes) => {
  const payment = paymentRead(builder);
  return (session: Session): StoreLedger =>
    bookkeeping(made, {
      post: async (entry) => {
        const { rowCount } = await session.send(post(entry));
        if (rowCount !== 0) await session.send(markUnsummed(entry));
      },
      payment: (companyId, id) => payment(session, { companyId, id }),
      quote: quotes(session).find,
    });
};
