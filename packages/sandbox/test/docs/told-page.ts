import type { ExampleWorld } from './example-world.ts';
import type { Exchange, Question } from './exchange.ts';

/** Tells a part of the page. */
export type Tell = (page: Page, world: ExampleWorld) => Promise<void>;

/** A page as it is written. */
export interface Page {
  says(...paragraphs: readonly string[]): void;
  /** Asks, shows question and answer, and says what code or status comes of it. */
  shows(what: string, status: number | string, question: Question): Promise<Exchange>;
  adds(what: string, exchange: Exchange): void;
}

/** An id that does not exist. */
export const UNKNOWN_ID = '019b7a30-ffff-7000-8000-000000000000';

/** What the sandbox is asked for again and again. */
export const wish = async ({ ask, today }: ExampleWorld, over: Readonly<Record<string, unknown>> = {}) => {
  const coverage = (await ask({ path: '/coverage' })).body as unknown as readonly Readonly<Record<string, unknown>>[];
  const named = (type: string) => coverage.find(({ vehicleType }) => vehicleType === type)?.['id'];
  const { data } = (await ask({ path: '/vehicle?externalId=FLEET-0001' })).body;
  const [vehicle] = data as readonly Readonly<Record<string, unknown>>[];
  return {
    bike: named('bike'),
    body: {
      ...{ vehicleId: vehicle?.['id'], coverageId: named('auto'), duration: 12, usage: 'pleasure' },
      ...{
        policyHolderName: 'Aya Exemple',
        policyHolderPhone: '07 00 00 12 34',
        startDate: dayAfter(today, 7),
        ...over,
      },
    },
  };
};

export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

export const quote = (body: unknown): Question => ({ method: 'POST', path: '/quote/create', body });
export const pay = (quoteId: unknown, phoneNumber = '05 00 00 12 34'): Question => ({
  method: 'POST',
  path: `/quote/${String(quoteId)}/pay`,
  body: { phoneNumber },
});
