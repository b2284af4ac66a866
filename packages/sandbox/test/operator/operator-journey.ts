import { freshText } from '@vehicle-insurance/testkit';
import { SAMPLE_CAR } from '../sample-car.ts';
import { eventually, type Fields, type TestSandbox } from '../sandbox.ts';

/** A payment as far as these tests look at it. */
export interface OpenedPayment extends Fields {
  readonly id: string;
  readonly quoteId: string;
  readonly paymentUrl: string;
}

const WEEK = 7 * 24 * 60 * 60 * 1000;

/** The ways a caller comes to what an operator looks at. */
export const journeysOn = ({ call }: TestSandbox) => {
  const register = async (): Promise<string> =>
    (await call<{ id: string }>('POST', '/vehicle', { ...SAMPLE_CAR, licencePlate: freshText('OP') })).body.id;

  const quote = async (policyHolderPhone: string): Promise<string> => {
    const coverages = (await call<readonly { id: string; vehicleType: string }[]>('GET', '/coverage')).body;
    const { now } = (await call<{ now: string }>('GET', '/sandbox/clock')).body;
    const { body } = await call<{ id: string }>('POST', '/quote/create', {
      vehicleId: await register(),
      coverageId: coverages.find(({ vehicleType }) => vehicleType === 'auto')?.id,
      duration: 12,
      usage: 'pleasure',
      policyHolderName: 'Aya Exemple',
      policyHolderPhone,
      startDate: new Date(Date.parse(now) + WEEK).toISOString().slice(0, 10),
    });
    return body.id;
  };

  const pay = (quoteId: string, phoneNumber = '0500001234') =>
    call<OpenedPayment>('POST', `/quote/${quoteId}/pay`, { phoneNumber });

  return {
    register,
    quote,
    pay,
    /** A contract that was just paid for; its id. */
    contract: async (policyHolderPhone: string): Promise<string> => {
      const quoteId = await quote(policyHolderPhone);
      const { body } = await pay(quoteId);
      await fetch(`${body.paymentUrl}/confirm`, { method: 'POST' });
      const status = () => call<{ contractId: string | null }>('GET', `/quote/${quoteId}/status`);
      return (await eventually(status, (answer) => answer.body.contractId !== null)).body.contractId ?? '';
    },
    advance: (length: string) => call('POST', '/sandbox/clock', { advance: length }),
  };
};
