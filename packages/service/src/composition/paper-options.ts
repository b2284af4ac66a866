import type { PdfOptions } from '@vehicle-insurance/contract-document';
import type { Variables } from '../configuration/variables.ts';

/** Outside production papers are specimens without insurance cover, and each says so. */
export const paperOptions = ({ TIME_ZONE, ENVIRONMENT }: Pick<Variables, 'TIME_ZONE' | 'ENVIRONMENT'>): PdfOptions => ({
  zone: TIME_ZONE,
  specimen: ENVIRONMENT !== 'production',
});
