import type { PdfOptions } from '@vehicle-insurance/contract-document';
import type { Variables } from '../configuration/variables.ts';

/** Outside production, papers are marked as specimens without insurance cover. */
export const paperOptions = ({ TIME_ZONE, ENVIRONMENT }: Pick<Variables, 'TIME_ZONE' | 'ENVIRONMENT'>): PdfOptions => ({
  zone: TIME_ZONE,
  specimen: ENVIRONMENT !== 'production',
});
