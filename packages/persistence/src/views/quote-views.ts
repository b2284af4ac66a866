import { quoteStatus, type ContractStatus, type QuoteDetails, type QuoteQueries } from '@vehicle-insurance/core';
import type { Database } from '../database.ts';
import { areIds } from '../rows/columns.ts';
import { toPayment, type PaymentRow } from '../rows/payment.ts';
import { toQuote, type QuoteRow } from '../rows/quote.ts';
import { toRefund, type RefundRow } from '../rows/refund.ts';
import { toVehicle, type VehicleRow } from '../rows/vehicle.ts';
import { emptyPage, entriesBefore, pageOfAll, pageOfVehicle, toPage, type List, type PageRow } from './pages.ts';

/** The columns a quote's status is derived from. */
interface ProgressRow {
  readonly contract: { readonly id: string; readonly status: ContractStatus } | null;
  readonly payment_pending: boolean;
}

const toProgress = ({ contract, payment_pending }: ProgressRow) => ({
  contractId: contract?.id ?? null,
  status: quoteStatus({ contract: contract?.status ?? null, paymentPending: payment_pending }),
});

const CONTRACT = `(
  select json_build_object('id', contract.id, 'status', contract.status) from contract
  where contract.company_id = entry.company_id and contract.quote_id = entry.id)`;

/** At most one payment of a quote is live, so this finds one or none. `exists` could be planned as a scan. */
const IS_PENDING = `coalesce((
  select true from payment
  where payment.company_id = entry.company_id and payment.quote_id = entry.id and payment.status = 'pending'), false)`;

const VEHICLE = `(
  select row_to_json(vehicle) from vehicle
  where vehicle.company_id = entry.company_id and vehicle.id = entry.vehicle_id)`;

const ITEM = `json_build_object(
    'quote', row_to_json(entry), 'vehicle', ${VEHICLE}, 'contract', ${CONTRACT}, 'payment_pending', ${IS_PENDING})`;

const QUOTES: List = { table: 'quote', counter: 'quotes', item: ITEM };

const FIND = `select ${ITEM} as item from quote entry where entry.company_id = $1 and entry.id = $2`;

const PAGE = pageOfAll(QUOTES);
const PAGE_OF_VEHICLE = pageOfVehicle(QUOTES);

/**
 * The latest attempt that callers can see: an opening one is not shown. A live one is the latest, also where a process
 * whose clock was ahead has dated a failed one after it.
 */
const STATUS = `
  select ${CONTRACT} as contract, ${IS_PENDING} as payment_pending,
         row_to_json(latest) as payment, row_to_json(refund) as refund
  from quote entry
  left join lateral (
    select * from payment
    where payment.company_id = entry.company_id and payment.quote_id = entry.id and payment.status <> 'opening'
    order by status = 'failed', created desc, id desc limit 1
  ) latest on true
  left join refund on refund.company_id = entry.company_id and refund.provider = latest.provider
    and refund.session_id = latest.session_id and refund.payment_id = latest.id
  where entry.company_id = $1 and entry.id = $2`;

interface QuoteItem extends ProgressRow {
  readonly quote: QuoteRow;
  readonly vehicle: VehicleRow;
}

interface StatusRow extends ProgressRow {
  readonly payment: PaymentRow | null;
  readonly refund: RefundRow | null;
}

export const quoteQueries = ({ query }: Database): QuoteQueries => ({
  find: async (companyId, id) => {
    if (!areIds(companyId, id)) return undefined;
    const [row] = await query<{ readonly item: QuoteItem }>('quote', FIND, [companyId, id]);
    return row && toQuoteDetails(row.item);
  },
  page: async (companyId, { vehicleId }, page) => {
    if (!areIds(companyId, ...(vehicleId === undefined ? [] : [vehicleId]))) return emptyPage(page);
    const values = [companyId, entriesBefore(page), page.limit];
    const rows =
      vehicleId === undefined
        ? await query<PageRow<QuoteItem>>('quotes', PAGE, values)
        : await query<PageRow<QuoteItem>>('quotes of vehicle', PAGE_OF_VEHICLE, [...values, vehicleId]);
    return toPage(rows, page, toQuoteDetails);
  },
  status: async (companyId, id) => {
    if (!areIds(companyId, id)) return undefined;
    const [row] = await query<StatusRow>('quote status', STATUS, [companyId, id]);
    return (
      row && {
        ...toProgress(row),
        payment: row.payment && { payment: toPayment(row.payment), refund: row.refund && toRefund(row.refund) },
      }
    );
  },
});

const toQuoteDetails = ({ quote, vehicle, ...progress }: QuoteItem): QuoteDetails => ({
  quote: toQuote(quote),
  vehicle: toVehicle(vehicle),
  ...toProgress(progress),
});
