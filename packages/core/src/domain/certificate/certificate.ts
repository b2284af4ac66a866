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

export const isSameCertificate = (one: Certificate | null, other: Certificate | null): boolean =>
  one === null
    ? other === null
    : Object.entries(one).every(([field, value]) => other?.[field as keyof Certificate] === value);

/** The authority's numbers for a request that the authority has accepted. */
export interface Acceptance {
  readonly requestNumber: string;
  readonly requestReference: string;
}
