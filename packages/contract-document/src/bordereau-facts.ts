import type { AmountName, Bordereau, BordereauTotals, InsurerTotals, LocalDate } from '@vehicle-insurance/core';

/** The facts on the PDF that an insurer signs: the insurer's bordereaux of a period, and the files with their rows. */
export interface BordereauFacts {
  readonly insurer: string;
  readonly from: LocalDate;
  readonly until: LocalDate;
  /** The number of the closing that made these entries final; null for a period without a closing. */
  readonly closing: number | null;
  readonly intermediaries: InsurerTotals['intermediaries'];
  readonly totals: BordereauTotals;
  /** The files with their checksums in hexadecimal. */
  readonly files: readonly { readonly name: string; readonly sha256: string }[];
}

/** The French names of lists and amounts, on the PDF and in the files. */
export const BORDEREAU_WORDS = {
  lists: { issued: 'Émissions', cancelled: 'Annulations', collected: 'Encaissements' },
  amounts: {
    net: 'Prime nette',
    accessories: 'Accessoires',
    tax: 'Taxes',
    guaranteeFund: 'Fonds de garantie (FGA)',
    brownCard: 'Carte brune',
    premium: 'Prime totale',
    commission: 'Commission',
    due: 'Net à reverser',
    received: 'Total encaissé (frais compris)',
    fees: 'Frais de paiement',
  },
} as const satisfies {
  readonly lists: Readonly<Record<Bordereau, string>>;
  readonly amounts: Readonly<Record<AmountName, string>>;
};
