import type { Account, LineKind, Payment, Quote } from '@vehicle-insurance/core';

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
    /** Books the sale of a contract in force, without the money itself. */
    addSold: (
      { coverage: { insurer, commission = 0 }, premium }: Quote,
      { provider, fees }: Pick<Payment, 'provider' | 'fees'>,
    ): void => {
      let net = 0;
      for (const { kind, code, amount } of premium.lines) {
        const account = kind === 'levy' ? (LEVIES[code] ?? 'tax') : LINES[kind];
        if (account === 'premium_due') net += amount;
        add(insurer, provider, account, -amount);
      }
      add(insurer, provider, 'provider_fees', -fees);
      add(insurer, provider, 'commission', -Math.round((net * commission) / 10_000));
      add(insurer, provider, 'premium_due', Math.round((net * commission) / 10_000));
    },
    describe: (): string =>
      [...all]
        .filter(([, amount]) => amount !== 0)
        .map(([name, amount]) => `${name}: ${amount}`)
        .sort()
        .join('; '),
  };
};
