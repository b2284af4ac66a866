import { insuranceClient, type Quote } from '@vehicle-insurance/client';
import type { Place } from '../servers/start-sandbox.ts';

/** The steps of a company for one car, in order. */
export const STEPS = ['registered', 'priced', 'payment opened', 'paid', 'certificate and documents'] as const;
export type Step = (typeof STEPS)[number];

export type Timings = Readonly<Record<Step, number>>;

const MADE = { type: 'auto', brand: 'Toyota', model: 'Yaris', year: 2021, energy: 'essence' } as const;
const SIZE = { power: 7, noSeat: 5, carOriginalValue: 9_500_000, carMarketValue: 6_000_000 };
const PAPER = { content: new TextEncoder().encode('%PDF-1.7\n'), fileName: 'carte-grise.pdf' };
const CAR = { ...MADE, ...SIZE, firstRoadDate: '2021-03-15', registrationDocument: PAPER };
const HOLDER = { policyHolderName: 'Client Exemple', policyHolderPhone: '07 00 00 12 34' };

/**
 * Insures cars one after the other: each is registered, priced, paid for and followed until its documents exist.
 */
export const caller = async (place: Place, since: () => number) => {
  const client = insuranceClient(place);
  const { now } = (await (await fetch(`${place.baseUrl}/sandbox/clock`)).json()) as { now: string };
  const startDate = new Date(Date.parse(now) + 24 * 60 * 60_000).toISOString().slice(0, 10);
  const [coverage] = await client.listCoverages();
  if (!coverage) throw new Error('there is no coverage');

  return async (licencePlate: string): Promise<Timings> => {
    const times: number[] = [since()];
    const done = (): void => void times.push(since());
    const { id: vehicleId } = await client.registerVehicle({ ...CAR, licencePlate });
    done();
    const terms = { ...HOLDER, duration: 12, usage: 'pleasure', startDate } as const;
    const quote: Quote = await client.createQuote({ ...terms, vehicleId, coverageId: coverage.id });
    done();
    const { paymentUrl } = await client.payQuote(quote.id, { phoneNumber: '05 00 00 12 34' });
    done();
    await fetch(`${paymentUrl}/confirm`, { method: 'POST' });
    const outcome = await client.waitForPayment(quote.id);
    if (!outcome.paid) throw new Error(`not paid: ${outcome.payment.failureReason}`);
    done();
    const contract = await client.waitForCertificate(outcome.contractId, { withDocuments: true });
    if (contract.certificateStatus === 'failed') throw new Error('no certificate');
    done();
    return Object.fromEntries(
      STEPS.map((step, index) => [step, times[index + 1]! - times[index]!]),
    ) as unknown as Timings;
  };
};
