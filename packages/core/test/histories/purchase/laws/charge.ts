import type { Law } from '../law.ts';

/** The payer's fee in percent of the premium, and the step of the modest provider's charges. */
const PERCENT = 1;
const MODEST_STEP = 5;

/** The payer is charged the premium and the payer's fee, rounded up to the franc and to the provider's step. */
export const charge: Law = ({ book, insured }) => ({
  payment: ({ before, after }) => {
    const { quote } = insured.find((each) => each.quote.id === after.quoteId) ?? {};
    const premium = quote?.premium.amount ?? 0;
    const step = after.provider === 'modest' ? MODEST_STEP : 1;
    const charged = Math.ceil((premium + Math.ceil((premium * PERCENT) / 100)) / step) * step;
    if (after.amount !== premium || after.amount + after.fees !== charged)
      book.broke(`${after.amount} francs and ${after.fees} of fees are charged for a premium of ${premium}`);
    if (before && (before.amount !== after.amount || before.fees !== after.fees)) book.broke('a charge was changed');
  },
});
