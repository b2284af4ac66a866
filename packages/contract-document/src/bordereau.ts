import type { BordereauFacts } from './bordereau-facts.ts';

/**
 * The bordereaux of an insurer as a PDF to sign: the totals by intermediary and overall, and the checksums of the
 * files. The same facts always give the same bytes. Blocks the calling thread while it draws.
 */
export const bordereauPdf = async (facts: BordereauFacts, specimen: boolean): Promise<Uint8Array> => {
  const { drawBordereau } = await import('./sections/bordereau.ts');
  return drawBordereau(facts, specimen);
};
