import type { LocalDate } from '../../shared/calendar.ts';

/** The official proof of insurance, as the authority issued it (docs/api.md 3.6). */
export interface Certificate {
  readonly certificateNumber: string;
  readonly insuranceCompany: string;
  readonly effectiveDate: LocalDate;
  readonly expiryDate: LocalDate;
  readonly pdfLink: string;
  readonly imageLink: string;
  readonly qrCodeLink: string;
}

/** The authority's own numbers for a request it has taken. */
export interface Acceptance {
  readonly requestNumber: string;
  readonly requestReference: string;
}
