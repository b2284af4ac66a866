import { totalOf, type Premium, type PremiumLine } from '@vehicle-insurance/core';

/** Premium lines that the authority wants as separate amounts, by the codes tariffs give them. */
const LINES = { liability: 'rc', guaranteeFund: 'fga', brownCard: 'brown_card' } as const;

/** A premium split into the authority's amounts. Every line is in exactly one of the parts that add up to the total. */
export const amountsOf = ({ amount, lines }: Premium) => {
  const sumOf = (belongs: (line: PremiumLine) => boolean): number => totalOf(lines.filter(belongs));
  const ofCode = (code: string): number => sumOf((line) => line.code === code);
  const isNet = ({ kind }: PremiumLine): boolean => kind === 'component' || kind === 'adjustment';
  const byItself: readonly string[] = [LINES.guaranteeFund, LINES.brownCard];
  const net = sumOf(isNet);
  const liability = sumOf((line) => isNet(line) && line.code === LINES.liability);
  return {
    rc: String(liability),
    montant_autres_garanties: String(net - liability),
    montant_prime_nette_total: String(net),
    montant_accessoires: String(sumOf(({ kind }) => kind === 'fee')),
    montant_taxes: String(sumOf(({ kind, code }) => (kind === 'tax' || kind === 'levy') && !byItself.includes(code))),
    montant_carte_brune: String(ofCode(LINES.brownCard)),
    fga: String(ofCode(LINES.guaranteeFund)),
    montant_prime_ttc: String(amount),
  };
};
