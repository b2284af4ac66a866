import type { FailureReason } from '../../domain/payment/failure-reason.ts';
import { chargedAmount, type Payment } from '../../domain/payment/payment.ts';
import { chooseSession, type FoundSessions } from '../../domain/payment/session.ts';
import type { QuoteNotFound } from '../../domain/quote/quote.ts';
import { fields, optional, type InvalidRequest } from '../../shared/invalid-request.ts';
import { mobileNumber } from '../../shared/mobile-number.ts';
import { done, troubleOf, unknown, type Outcome } from '../../shared/outcome.ts';
import { Err, type Result } from '../../shared/result.ts';
import { anyText, uuid } from '../../shared/text.ts';
import { searchForAWhile, type AskingNeeds } from './ask-provider.ts';
import { awaitOpening, type AwaitingNeeds } from './await-opening.ts';
import { makeIntent, type IntentNeeds, type IntentRefused } from './make-intent.ts';
import {
  answerOfOpening,
  recordOpening,
  type PaymentProviderUnavailable,
  type StillOpening,
} from './record-opening.ts';

/** The quote to be paid, and who pays. */
export interface PayQuoteCommand {
  readonly companyId: string;
  readonly quoteId: string;
  /** The payer's mobile number; it may differ from the policyholder's. */
  readonly phoneNumber: string;
  /**
   * The id the payment shall have, a UUID of the caller's choice. Whoever asks again under the same id opens nothing and
   * is answered as the first time, whatever has become of the payment since.
   */
  readonly id?: string | undefined;
}

/** Why no payment was opened. */
export type PayQuoteError = InvalidRequest | QuoteNotFound | IntentRefused | PaymentProviderUnavailable;
type Opened = Result<Payment, PaymentProviderUnavailable | StillOpening>;

/** Asks a payer for the price of a quote, and gives the payment that waits for them. */
export type PayQuote = (command: PayQuoteCommand) => Promise<Result<Payment, PayQuoteError>>;

/**
 * Opens a mobile-money payment for a quote (docs/api.md 5.8). The intent is committed first, then the
 * provider is asked with nothing open, then its answer is committed: whatever dies in between, the intent is found.
 */
export const payQuote = (needs: IntentNeeds & AwaitingNeeds): PayQuote => {
  const pay: PayQuote = async (command) => {
    const checked = fields(command, RULES);
    if (checked.isErr()) return checked;
    const { phoneNumber: payer, id, ...which } = checked.value;

    const intent = await makeIntent(needs)({ ...which, payer, id: id ?? undefined });
    if (intent.isErr()) return intent;
    if ('openedElsewhere' in intent.value) {
      const { openedElsewhere } = intent.value;
      return answered(openedElsewhere, answerOfOpening(openedElsewhere), command);
    }
    const { payment, claim } = intent.value;
    const opened = await recordOpening(needs)(payment, await askForMoney(needs, payment), claim);
    await needs.dueWork.release(claim);
    // A notification may have come meanwhile, and could not be looked into while the lease was held.
    needs.bell.ring('payments');
    return answered(payment, opened, command);
  };
  /** An answer that came after the lease had ended decides nothing: this call waits for the one that does. */
  const answered = async (payment: Payment, opened: Opened, command: PayQuoteCommand): ReturnType<PayQuote> => {
    if (opened.isOk()) return opened;
    return opened.error.code === 'still_opening' ? payAfter(payment, command) : Err(opened.error);
  };
  const payAfter = async (opening: Payment, command: PayQuoteCommand): ReturnType<PayQuote> => {
    const ended = await awaitOpening(needs)(opening);
    // What this very request has begun is no payment in its way: once it has ended, it is this call's answer.
    return ended.isOk() || opening.id === command.id ? pay(command) : ended;
  };
  return pay;
};

const RULES = { companyId: anyText, quoteId: anyText, phoneNumber: mobileNumber, id: optional(uuid) } as const;

/** Asks the provider, once. A lost answer is looked for; still unknown means that a session may exist all the same. */
const askForMoney = async (needs: AskingNeeds, payment: Payment): Promise<Outcome<FoundSessions, FailureReason>> => {
  const provider = needs.providers.named(payment.provider);
  const answer = await provider.open({ reference: payment.id, amount: chargedAmount(payment), payer: payment.payer });
  switch (answer.outcome) {
    case 'done': {
      const chosen = chooseSession([answer.value]);
      return chosen ? done(chosen, answer.evidence) : searchAfter(needs, payment, answer);
    }
    case 'refused':
      return answer;
    case 'not_yet':
    case 'unknown':
      return searchAfter(needs, payment, answer);
  }
};

/** What the search makes of an opening whose answer settled nothing. Both answers are kept: one may tell what is wrong. */
const searchAfter = async (
  needs: AskingNeeds,
  payment: Payment,
  opening: Outcome<unknown>,
): Promise<Outcome<FoundSessions>> => {
  const found = await searchForAWhile(needs, payment);
  const evidence = {
    ...(opening.evidence && { opening: opening.evidence }),
    ...(found.evidence && { search: found.evidence }),
  };
  if (found.outcome === 'done') return done(found.value, evidence);
  const whys = [troubleOf(opening), troubleOf(found)].filter((why) => why !== undefined);
  return unknown(whys.join('; '), evidence);
};
