import type { CertificateApplication } from '@vehicle-insurance/core';
import { aQuote, aVehicle, day, freshText } from '@vehicle-insurance/testkit';

export const anApplication = (over: Partial<CertificateApplication> = {}): CertificateApplication => {
  const quote = aQuote();
  return {
    ...{ policyNumber: freshText('VI-'), vehicle: aVehicle(), quote, policyholder: quote.policyholder },
    ...{ subscribedOn: day('2026-01-15'), effectiveDate: day('2026-02-01'), expiryDate: day('2027-01-31') },
    ...{ intermediaryCode: null, office: null, ...over },
  };
};

export const CREDENTIALS = { applicant: 'DEM-1', access: 'an-access-code', company: 'CIE-1', intermediary: 'INT-1' };
