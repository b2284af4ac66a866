import {
  BROWN_CARD_CODE,
  FUNDED_CODES,
  GUARANTEE_FUND_CODE,
  LIABILITY_CODE,
  totalOf,
  type Premium,
  type PremiumLine,
} from '@vehicle-insurance/core';

/** Splits a premium into the authority's amounts. Every line belongs to exactly one part of the total. */
export const amountsOf = ({ amount, lines }: Premium) => {
  const sumOf = (belongs: (line: PremiumLine) => boolean): number => totalOf(lines.filter(belongs));
  const isNet = ({ kind }: PremiumLine): boolean => kind === 'component' || kind === 'adjustment';
  const isLevied = ({ kind }: PremiumLine): boolean => kind === 'tax' || kind === 'levy';
  const leviedFor = (code: string): number => sumOf((line) => isLevied(line) && line.code === code);
  const net = sumOf(isNet);
  const liability = sumOf((line) => isNet(line) && line.code === LIABILITY_CODE);
  return {
    rc: String(liability),
    montant_autres_garanties: String(net - liability),
    montant_prime_nette_total: String(net),
    montant_accessoires: String(sumOf(({ kind }) => kind === 'fee')),
    montant_taxes: String(sumOf((line) => isLevied(line) && !FUNDED_CODES.includes(line.code))),
    montant_carte_brune: String(leviedFor(BROWN_CARD_CODE)),
    fga: String(leviedFor(GUARANTEE_FUND_CODE)),
    montant_prime_ttc: String(amount),
  };
};
