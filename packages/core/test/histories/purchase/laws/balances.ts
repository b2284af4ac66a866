import type { Account, Cancellation, LineKind, Payment, Quote } from '@vehicle-insurance/core';

const LINES: Readonly<Record<Exclude<LineKind, 'levy'>, Account>> = {
  component: 'premium_due',
  adjustment: 'premium_due',
  fee: 'accessories',
  tax: 'tax',
};
const LEVIES: Readonly<Record<string, Account>> = { fga: 'guarantee_fund', brown_card: 'brown_card' };

export const balances = () => {
  const all = new Map<string, number>();
  const add = (insurer: string | null | undefined, wallet: string, account: Account, amount: number): void => {
    const name = `${insurer ?? 'our own insurer'}, ${wallet}, ${account}`;
    all.set(name, (all.get(name) ?? 0) + amount);
  };
  return {
    add,
    /** Books the sale of a contract, less what its cancellation refunds, without the money itself. */
    addSold: (
      { coverage: { insurer, commission = 0 }, premium }: Quote,
      { provider, fees }: Pick<Payment, 'provider' | 'fees'>,
      cancelled: Pick<Cancellation, 'refund'> | null,
    ): void => {
      let [net, refunded] = [0, 0];
      for (const [at, { kind, code, amount }] of premium.lines.entries()) {
        const account = kind === 'levy' ? (LEVIES[code] ?? 'tax') : LINES[kind];
        const back = cancelled?.refund?.lines[at] ?? 0;
        if (account === 'premium_due') [net, refunded] = [net + amount, refunded + back];
        add(insurer, provider, account, back - amount);
      }
      add(insurer, provider, 'provider_fees', (cancelled?.refund?.fees ?? 0) - fees);
      const sold = Math.round((net * commission) / 10_000);
      const kept = sold - (net === 0 ? 0 : Math.floor((sold * refunded) / net));
      add(insurer, provider, 'commission', -kept);
      add(insurer, provider, 'premium_due', kept);
    },
    describe: (): string =>
      [...all]
        .filter(([, amount]) => amount !== 0)
        .map(([name, amount]) => `${name}: ${amount}`)
        .sort()
        .join('; '),
  };
};
