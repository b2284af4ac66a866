import { respondOnce, payQuote, type HeldKey, type PayQuote, type Quote } from '@vehicle-insurance/core';
import type { Dependencies } from '../../../src/ports/dependencies.ts';
import type { Journal } from './journal.ts';
import type { Process } from './process.ts';

export type PayAnswer = Awaited<ReturnType<PayQuote>>;

export interface Called {
  readonly quote: Quote;
  readonly process: Process;
  /** The journal's moment, and the process's clock, when the request arrived. */
  readonly asked: number;
  readonly at: ReturnType<Process['clock']['now']>;
}

export interface GivenAnswer extends Called {
  /** The id that its payment had to have. */
  readonly id: string | undefined;
  readonly answer: PayAnswer;
}

export interface KeptAnswer {
  readonly text: string;
  readonly replayed: boolean;
  readonly arrived: Called['at'];
}

export interface CallerReports {
  answered: (answer: GivenAnswer) => void;
  keyed: (key: string, quoteId: string) => void;
  /** A request under a key got a temporary refusal. The next answer may differ. */
  refusedForNow: (id: string, held: HeldKey) => void;
  kept: (key: string, answer: KeptAnswer) => void;
}

export const callers = (dependencies: Dependencies, book: Journal, process: Process, report: CallerReports) => {
  const startCall = (quote: Quote): Called => ({ quote, process, asked: book.moment(), at: process.clock.now() });
  const payAs = async (call: Called, id?: string): Promise<PayAnswer> => {
    const { quote } = call;
    const { id: quoteId, companyId } = quote;
    const answer = await payQuote(dependencies)({ companyId, quoteId, phoneNumber: '+2250505060708', id });
    report.answered({ ...call, id, answer });
    return answer;
  };
  const pay = (quote: Quote): Promise<PayAnswer> => payAs(startCall(quote));
  return {
    pay,
    /** Pays under an idempotency key. Like the HTTP layer, it does not store an answer that may soon change. */
    payUnderKey: async (quote: Quote, key: string): Promise<void> => {
      const { companyId, id } = quote;
      report.keyed(`${companyId} ${key}`, id);
      const request = { companyId, key, fingerprint: `pay ${id}` };
      const arrived = process.clock.now();
      // The call is recorded before the key is claimed, since another request under the key may be answered in between.
      const call = startCall(quote);
      let isFinal = true;
      let last: string | undefined;
      let held: HeldKey | undefined;
      const { idempotencyKeys } = dependencies;
      const claim: typeof idempotencyKeys.claim = async (...given) => {
        const found = await idempotencyKeys.claim(...given);
        if (found.is === 'held') held = found.held;
        return found;
      };
      const once = respondOnce({ ...dependencies, idempotencyKeys: { ...idempotencyKeys, claim } });
      const answered = await once(request, async (newId) => {
        last = newId;
        const answer = await payAs(call, newId);
        const text = JSON.stringify(
          answer.isOk() ? { id: answer.value.id, url: answer.value.session?.url } : answer.error,
        );
        isFinal = answer.isOk() || !PASSING.includes(answer.error.code);
        return { text, final: isFinal };
      });
      if (answered.isOk() && !isFinal && last !== undefined && held) report.refusedForNow(last, held);
      if (answered.isOk() && isFinal) report.kept(`${companyId} ${key}`, { ...answered.value, arrived });
      else if (answered.isErr() && answered.error.code === 'idempotency_key_reused')
        report.kept(`${companyId} ${key}`, { text: 'reused', replayed: true, arrived });
    },
    payAnothers: async ({ id: quoteId }: Quote, companyId: string): Promise<void> => {
      const answer = await payQuote(dependencies)({ companyId, quoteId, phoneNumber: '+2250505060708' });
      if (answer.isOk() || answer.error.code !== 'quote_not_found')
        book.broke('a company paid another company’s quote');
    },
  };
};

const PASSING = ['payment_in_progress', 'payment_provider_unavailable', 'payment_unavailable'];
