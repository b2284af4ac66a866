import type { BordereauFacts } from './bordereau-facts.ts';

/**
 * The bordereaux of an insurer as a PDF to sign, with the totals by intermediary and overall, and the checksums of the
 * files. The same facts always give the same bytes. Draws in the calling thread, and loads its module on demand.
 */
export const bordereauPdf = async (facts: BordereauFacts, specimen: boolean): Promise<Uint8Array> => {
  const { drawBordereau } = await import('./sections/bordereau.ts');
  return drawBordereau(facts, specimen);
};
