import type { Account } from '../../domain/ledger/account.ts';
import { balance, type Posting } from '../../domain/ledger/entry.ts';
import { accountsOf, VOUCHERS, type AccountBalance, type Clearing, type Voucher } from '../../domain/ledger/voucher.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import type { Transaction } from '../../ports/unit-of-work.ts';
import type { Instant } from '../../shared/calendar.ts';
import { sum, type Francs } from '../../shared/money.ts';
import { Ok, type Result } from '../../shared/result.ts';
import { listCompanies } from '../company/find-company.ts';

export type VoucherDependencies = Pick<
  Dependencies,
  'unitOfWork' | 'catalogue' | 'providers' | 'insuranceCompany' | 'clock' | 'ids' | 'zone'
>;

/** An account with its balance for the counterparty, before and after a voucher. */
export interface AccountMove {
  readonly account: Account;
  readonly before: Francs;
  readonly after: Francs;
}

/** A voucher with its effect on the accounts of its counterparty. */
export interface RecordedVoucher {
  readonly voucher: Voucher;
  readonly counterpartyName: string;
  readonly moves: readonly AccountMove[];
  /** False for a preview. */
  readonly isBooked: boolean;
}

/** The result without the counterparty's name. The name comes from other ports, which a unit of work must not call. */
type Filed = Omit<RecordedVoucher, 'counterpartyName'>;

interface Filing {
  readonly voucher: Voucher;
  /** The time of the entries: the start of the booking day, or the time of a reversal. */
  readonly at: Instant;
  readonly clearings: readonly Clearing[];
  /** The balances of the counterparty before the voucher. */
  readonly balances: readonly AccountBalance[];
}

/**
 * Books the voucher that `prepare` returns. Until the commit, a lock keeps out other vouchers and closings, but not the
 * entries of payments. A preview takes no lock and books nothing.
 */
export const bookVoucher = async <Problem>(
  dependencies: VoucherDependencies,
  isPreview: boolean,
  prepare: (tx: Transaction) => Promise<Result<Filing, Problem>>,
): Promise<Result<RecordedVoucher, Problem>> => {
  const filed = await dependencies.unitOfWork.run<Filed, Problem>(async (tx) => {
    if (!isPreview) await tx.vouchers.lock();
    const prepared = await prepare(tx);
    return prepared.isErr() ? prepared : fileVoucher(tx, dependencies, prepared.value, isPreview);
  });
  if (filed.isErr()) return filed;
  const nameOf = await counterpartyNames(dependencies);
  return Ok({ ...filed.value, counterpartyName: nameOf(filed.value.voucher) });
};

const fileVoucher = async (
  { vouchers, ledger }: Transaction,
  { ids }: Pick<Dependencies, 'ids'>,
  { voucher, at, clearings, balances }: Filing,
  isPreview: boolean,
): Promise<Result<Filed, never>> => {
  const moves = accountsOf(voucher.kind).map((account): AccountMove => {
    const amountIn = (all: readonly Posting[]): Francs =>
      sum(all.filter((each) => each.account === account).map(({ amount }) => amount));
    const before = amountIn(balances);
    return { account, before, after: before + amountIn(clearings.flatMap(({ postings }) => postings)) };
  });
  if (!isPreview) {
    await vouchers.add(voucher);
    for (const { companyId, insurer, wallet, postings } of clearings)
      await ledger.post(
        balance({
          ...{ id: ids.next(), companyId, insurer, wallet, postings, at },
          ...{ cause: voucher.reverses === null ? voucher.kind : 'voucher_reversed', subjectId: voucher.id },
          ...{ paymentId: null, bookedOn: voucher.bookedOn },
        }),
      );
  }
  return Ok({ voucher, moves: moves.filter(({ before, after }) => before !== after), isBooked: !isPreview });
};

/** Reads the names of all counterparties. The returned function finds the counterparty's name for a voucher. */
export const counterpartyNames = async ({
  unitOfWork,
  catalogue,
  insuranceCompany,
}: Pick<Dependencies, 'unitOfWork' | 'catalogue' | 'insuranceCompany'>): Promise<
  (voucher: Pick<Voucher, 'kind' | 'counterparty'>) => string
> => {
  const { insurers = [] } = await catalogue.current();
  const companies = await listCompanies({ unitOfWork })();
  const names = {
    company: new Map(companies.map(({ id, name }) => [id, name])),
    insurer: new Map(insurers.map(({ code, name }) => [code, name])),
    provider: new Map<string, string>(),
  };
  return ({ kind, counterparty }) =>
    counterparty === null ? insuranceCompany : (names[VOUCHERS[kind].counterparty].get(counterparty) ?? counterparty);
};
