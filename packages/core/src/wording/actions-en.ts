import type { CompanyFact } from '../domain/company/company.ts';
import type { BordereauxUnwritten } from '../use-cases/ledger/close-books.ts';
import { companyState } from '../domain/company/company.ts';
import { CURRENCY } from '../shared/money.ts';
import { inOneLine } from '../use-cases/operations/tally.ts';
import type { ActionWords } from './action-words.ts';
import { cancelledInEnglish, CODES, EXTENTS } from './cancellation-en.ts';
import { inEnglish } from './en.ts';
import { PAPERS_IN_ENGLISH } from './paper-words.ts';
import { STATEMENT_IN_ENGLISH } from './statement-words.ts';
import { unwritableInEnglish } from './unwritable.ts';
import { VOUCHER_ACTIONS_IN_ENGLISH, VOUCHER_FAILURES_IN_ENGLISH } from './vouchers-en.ts';

const FACTS: Readonly<Record<CompanyFact, string>> = {
  intermediaryCode: 'code of the company at the certificate authority',
  office: 'office of the company at the certificate authority',
  legalForm: 'legal form, for its papers',
  address: 'address, for its papers',
  licence: 'licence as an intermediary, for its papers',
  phone: 'phone number, for its papers',
};

const RETRIED = 'reason for the retry, for the history';

const unwritten = (why: BordereauxUnwritten): string => {
  switch (why.code) {
    case 'bordereaux_folder':
      return unwritableInEnglish(why.folder, why.cause, 'Choose another folder with --out.');
    case 'bordereaux_differ':
      return `${why.folder} already contains other bordereaux, and nothing was written. Move them away, then try again.`;
    case 'bordereaux_failed':
      return inOneLine(why.cause);
  }
};

/** The words of the operator's command. Results and failures name the commands that come next. */
export const ACTIONS_IN_ENGLISH: ActionWords<'command'> = {
  actions: {
    'payment close': {
      title: 'close a pending payment whose provider does not answer',
      consequence: 'money that arrives later is refunded',
      fields: { why: 'reason for closing it' },
      done: 'The payment has failed, and its quote can be paid again. Money that still arrives for it is refunded.',
    },
    'payment refunded': {
      title: 'record a refund that you made by hand',
      consequence: 'does nothing if the provider has refunded the payment',
      fields: {
        reference: 'reference of your transfer to the payer',
        why: 'how and why you refunded it, for the history',
        onPages:
          'you refunded it on the provider’s website, from our account there; if the provider offers refunds, this was a refund of the payment, not a payout',
        unanswered: 'record it even if the provider does not answer; you have checked that its website shows no refund',
        unasked:
          'record it without a query to the provider; only after a restore, while payments are paused, if the record was lost',
      },
      done: ({ refund, givenBackBy, reference }, paymentId) => {
        const isBooked = refund.currency === CURRENCY;
        const amount = `${refund.amount} ${isBooked ? 'F CFA' : refund.currency}`;
        if (givenBackBy === 'operator') return `${amount} are recorded as refunded.`;
        const getItBack = `ask the payer to return it${isBooked ? `, and book the debt: \`payment settle ${paymentId} --how transferred --why …\`` : ''}.`;
        return givenBackBy === 'provider'
          ? `${refund.provider} had already refunded ${amount}. This is now recorded. Do not transfer the money. If you already sent ${reference}, ${getItBack}`
          : `${amount} had already been refunded by another transfer; \`payment show\` shows it. ${reference} is recorded in the history of the payment. If you sent it as well, ${getItBack}`;
      },
    },
    'payment settle': {
      title: 'book, once, a refund that was not made as the service requested',
      consequence: 'the booking is final',
      fields: {
        how: {
          label: 'the way in which it was made',
          choices: {
            on_pages: 'the refund recorded as a transfer was made on the provider’s website',
            covered: 'the wallet paid the account from which you transferred',
            payer_owes: 'the refund on the statement was not due',
            transferred: 'you transferred money that had already been refunded',
            payer_settled: 'the payer paid the debt, or it was written off',
          },
        },
        why: 'how you know this',
      },
      done: (settled) => settled.map(({ cause, amount }) => `Booked: ${cause}, ${amount} F CFA.`).join('\n'),
    },
    'payment pause': {
      title: 'reject new payments from the next request on, until `payment resume`',
      consequence: 'open payments continue',
      fields: { why: 'reason for the pause' },
      done: 'New payments are rejected until `payment resume`.',
    },
    'payment resume': {
      title: 'accept new payments again',
      consequence: 'from the next request on',
      fields: {},
      done: 'New payments are accepted again.',
    },
    'contract cancel': {
      title: 'cancel a contract',
      consequence: 'it ends after its last day, and the unused days are refunded',
      fields: {
        reason: { label: 'code of the reason, which the company can read (default: other)', choices: CODES },
        why: 'reason, which the company can read',
        lastDay: 'last day of cover, from today on (default: today); only if cover has begun',
        refund: { label: 'what is refunded (default: auto)', choices: EXTENTS },
      },
      done: cancelledInEnglish,
    },
    'certificate annulled': {
      title: 'record that the authority annulled the certificate of a cancelled contract',
      consequence: 'the action item is closed',
      fields: { note: 'how you know this, for the history' },
      done: 'The annulment is recorded.',
    },
    ...PAPERS_IN_ENGLISH.actions,
    'certificate retry': {
      title: 'request a pending or failed certificate again now',
      consequence: 'the request is repeated for up to six hours',
      fields: { why: RETRIED },
      done: 'The certificate is being requested again.',
    },
    'certificate retry --all': {
      title: 'retry every failed certificate',
      consequence: 'the requests are repeated for up to six hours',
      fields: { why: RETRIED },
      done: ({ length: count }) =>
        count === 0
          ? 'No certificate has failed.'
          : `${count === 1 ? 'The certificate is' : `${count} certificates are`} being requested again.`,
    },
    'certificate attach': {
      title: 'attach a certificate that the authority issued by other means',
      consequence: 'you can correct it in the same way until its documents are stored',
      fields: {
        number: 'number of the certificate',
        pdf: 'address of the certificate at the authority',
        image: 'address of its image at the authority',
        qr: 'address in its QR code',
        why: 'reason for attaching it by hand, for the history',
      },
      done: 'The certificate is issued. The running service stores its documents; until then the same command corrects it.',
    },
    'company add': {
      title: 'add a company',
      consequence: 'it has no key yet',
      fields: { name: 'name of the company', ...FACTS },
      done: ({ id, name }) => `${name} is company ${id}. Next: key issue ${id}`,
    },
    'company set': {
      title: 'correct the facts about a company, by id or name',
      consequence: 'an empty value removes a fact, except the name',
      fields: { name: 'new name', ...FACTS },
      done: ({ name, intermediaryCode, office, legalForm, address, licence, phone }) => {
        const papers = [legalForm, address, licence, phone].filter((fact) => fact !== null).join(', ');
        return `${name}: intermediary code ${intermediaryCode ?? '–'}, office ${office ?? '–'}${papers && `; on papers: ${papers}`}.`;
      },
    },
    'company disable': {
      title: 'disable a company, by id or name',
      consequence: 'its keys are rejected within five seconds',
      fields: {},
      done: (company) => `${company.name} is ${companyState(company)}.`,
    },
    'company enable': {
      title: 'enable a company, by id or name',
      consequence: 'its keys are accepted within five seconds',
      fields: {},
      done: (company) => `${company.name} is ${companyState(company)}.`,
    },
    'key issue': {
      title: 'issue a key, which is shown only once',
      consequence: 'a company may have several keys',
      fields: { label: 'purpose of the key', expires: 'when the key expires, such as 2027-01-01T00:00:00Z' },
      done: ({ key }) => `${key}\nStore it now: it cannot be shown again.`,
    },
    'key revoke': {
      title: 'revoke a key, by its id or display prefix',
      consequence: 'it is rejected within five seconds, for good',
      fields: { key: 'id or display prefix of the key' },
      done: ({ prefix }) => `${prefix}… is revoked.`,
    },
    'books close': {
      title: 'close a month that is over',
      consequence: 'its entries are final, and its bordereaux are written',
      fields: { why: 'reason to record with your name' },
      done: ({ closing: { month, number }, bordereaux }) =>
        bordereaux.isOk()
          ? `${month} is closed as number ${number}. \`books show ${month}\` prints its trial balance.`
          : `${month} is closed as number ${number}, but its bordereaux were not written: ${unwritten(bordereaux.error)} \`bordereau make ${month}\` writes them.`,
    },
    ...VOUCHER_ACTIONS_IN_ENGLISH,
    'bordereau make': {
      title: 'write each insurer’s lists of premiums issued, cancelled and collected, with totals and a paper to sign',
      consequence: 'existing files are compared and never replaced',
      fields: { from: 'instead of a month: first booking date', until: 'last booking date, included' },
      done: ({ length: insurers }) =>
        insurers === 0
          ? 'Nothing was booked for any contract, so there is no bordereau.'
          : `Bordereaux are written for ${insurers} ${insurers === 1 ? 'insurer' : 'insurers'}.`,
    },
    ...STATEMENT_IN_ENGLISH.actions,
    'work dismiss': {
      title: 'remove an action item that needs no action',
      consequence: 'it is listed again if the problem recurs',
      fields: { kind: 'kind of item, if the payment or contract has several', why: 'reason, for the history' },
      done: 'Dismissed.',
    },
    'work run': {
      title: 'do all due work of one kind now',
      consequence: 'for documents, also work that waits for its next attempt',
      fields: {
        name: {
          label: 'job to run',
          choices: {
            payments: 'check payments, make refunds and read statements',
            certificates: 'request certificates',
            documents: 'store documents',
            days: 'start and expire contracts',
          },
        },
      },
      done: ({ job }) => `${job}: all due work was attempted.`,
    },
    'session end': {
      title: 'end a session by its id, or all sessions and unused links of a person by name or account',
      consequence: 'the person has to sign in again',
      fields: { why: 'reason, for the history' },
      done: ({ ended, links }) => `${ended.length} sessions ended, ${links} links revoked.`,
    },
  },
  failures: {
    company_not_found: 'There is no such company. `company list` lists all companies.',
    company_name_taken: 'There is already a company with this name. Choose another name.',
    nothing_to_correct:
      'Nothing to correct. Give --name, --intermediary-code, --office, --legal-form, --address, --licence or --phone.',
    key_not_found: 'There is no such key. `key list COMPANY` lists the keys of a company.',
    key_ambiguous:
      'This is only the beginning of a display prefix. Give the whole prefix or the id; `key list COMPANY` shows both.',
    contract_not_found: 'There is no such contract. `contract list` lists the latest.',
    ...PAPERS_IN_ENGLISH.failures,
    contract_cancelled:
      'The contract was cancelled, and nothing was changed. `contract show` shows when, why and what is refunded.',
    certificate_number_issued:
      'The authority issued this certificate on our request. Only its addresses can be corrected, under the same number.',
    nothing_to_annul:
      'The contract has no certificate to annul: it is not cancelled, it never had one, or the annulment is already recorded.',
    contract_over: 'The last day of cover has passed, so there is nothing to cancel.',
    no_last_day:
      'The contract has covered no day yet, so it ends without a last day. Leave out --last-day: everything is refunded.',
    last_day_out_of_range: ({ from, until }) => `The last day must be from ${from} to ${until}.`,
    refund_required: 'The contract has no certificate, so everything must be refunded. Leave out --refund.',
    certificate_not_ours: ({ why }) =>
      `That certificate is not this contract’s: ${inEnglish(why)}. Nothing was changed.`,
    payment_not_found: 'There is no such payment. `payment list` lists the latest.',
    payment_still_opening:
      'The payment is still being opened. Try again in a minute or, if its provider has no search, when its page has expired.',
    refund_not_found:
      'The payment has no open refund. `payment list --refund due` and `payment list --refund manual` list open refunds.',
    refund_under_way: 'A refund request to the provider is in progress. Check it with `payment show` in a minute.',
    refund_must_be_asked:
      '--unasked is allowed only after a restore, while payments are paused and no worker has run since the minute before the pause. Stop the workers, then pause payments (docs/restore.md), or omit --unasked.',
    refund_uncertain:
      'Nothing was recorded, because the provider does not report whether it has refunded the payment, or is no longer configured. Do not transfer the money. Check the session on the provider’s website, or try again later. Repeat this with --unanswered only if the website shows no refund.',
    refund_open:
      'A refund is still open under this payment’s reference, and the money that left the account may be that refund. `payment list --refund due` and `payment list --refund manual` list open refunds. If it is that refund, run `payment refunded ID --reference … --why … --on-pages`. Otherwise make the open refund first.',
    nothing_to_settle: ({ ofPayments }) => {
      const others = ofPayments.map(
        (id) => ` Payment ${id}, under the same reference, has something to settle in that way: use its id.`,
      );
      return `This payment has nothing to settle in that way, or it is booked already. Record a transfer with \`payment refunded\` before you settle it, and only if you made it. \`payment show\` and \`statement differences\` show the facts.${others.join('')}`;
    },
    illegal_transition: ({ machine, from }) =>
      `The ${machine} is ${from} already, and nothing was changed. \`show\` prints its history.`,
    month_unknown: (_, month) => `${month} is not a month. Give one such as 2026-11.`,
    month_open: (_, month) => `${month} is not closed. \`books close ${month}\` closes it.`,
    month_not_over: (_, month) => `${month} is not over. Close it after its last day.`,
    month_closed: (_, month) =>
      `${month} is closed already, and nothing was changed. \`books show ${month}\` prints it; \`bordereau make ${month}\` writes its bordereaux if they are missing.`,
    former_month_open: ({ month }) => `Months are closed in order, and the next is ${month}: \`books close ${month}\`.`,
    bordereaux_folder: unwritten,
    bordereaux_differ: unwritten,
    ...STATEMENT_IN_ENGLISH.failures,
    item_not_listed: 'There is no such action item. `work status` lists them.',
    item_changed: 'The problem has recurred, and nothing was dismissed. `work status` shows it.',
    item_ambiguous: ({ items }) =>
      items.every(({ kind }) => kind === 'statement_differs')
        ? `The payment has ${items.length} discrepancies. \`statement differences\` lists them, and \`statement explain DIFFERENCE\` explains one.`
        : `${items.length} action items match, and nothing was changed: ${items.map(({ id, kind }) => `${id} (${kind})`).join('; ')}. Repeat the command with the whole id of one item, or with --kind.`,
    ...VOUCHER_FAILURES_IN_ENGLISH,
    session_not_found: 'Nobody is signed in under this id, name or account. `session list` shows who is.',
  },
  invalid: ({ field, message }) => `${field} ${message.en}.`,
};
