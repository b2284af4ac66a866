import { chargedAmount } from '../../domain/payment/payment.ts';
import type { Store } from '../../ports/store.ts';
import type { Francs } from '../../shared/money.ts';

/** The facts by which people recognise a payment or a contract. */
export interface SubjectDescription {
  readonly what: 'payment' | 'contract';
  readonly policyholder: string;
  readonly licencePlate: string;
  /** Null for a payment that opened no contract. */
  readonly policyNumber: string | null;
  /** In francs: the charge of a payment, or the premium of a contract. */
  readonly amount: Francs;
}

/** Describes the payments and contracts among these ids, of any company; an unknown id has no description. */
export type DescribeSubjects = (ids: readonly string[]) => Promise<ReadonlyMap<string, SubjectDescription>>;

/** Describes any number of payments and contracts with two queries. */
export const describeSubjects =
  ({ paymentQueries, contractQueries }: Pick<Store, 'paymentQueries' | 'contractQueries'>): DescribeSubjects =>
  async (all) => {
    const ids = [...new Set(all)];
    if (ids.length === 0) return new Map();
    const [payments, contracts] = await Promise.all([
      paymentQueries.list({ ids }, ids.length),
      contractQueries.list({ ids }, ids.length),
    ]);
    return new Map<string, SubjectDescription>([
      ...payments.map(({ payment, policyholder, licencePlate, policyNumber }) => {
        const amount = chargedAmount(payment);
        return [
          payment.id,
          { what: 'payment', policyholder: policyholder.name, licencePlate, policyNumber, amount },
        ] as const;
      }),
      ...contracts.map(({ contract: { id, policyNumber }, quote: { policyholder, premium }, vehicle }) => {
        const { licencePlate } = vehicle;
        const { amount } = premium;
        return [id, { what: 'contract', policyholder: policyholder.name, licencePlate, policyNumber, amount }] as const;
      }),
    ]);
  };
