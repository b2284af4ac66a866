import type { InsuranceEvent } from '@vehicle-insurance/client';

export const someEvent = (position: number, changes: Partial<InsuranceEvent> = {}): InsuranceEvent => ({
  position,
  type: 'payment.succeeded',
  at: '2026-03-02T09:31:12.000Z',
  vehicleId: null,
  quoteId: '019a2f70-11aa-7c32-8d5e-6f708192a3b4',
  paymentId: '019a2f72-5b44-7e10-a1b2-c3d4e5f60718',
  contractId: null,
  ...changes,
});
