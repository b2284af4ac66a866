import {
  getQuote,
  getQuoteStatus,
  type AuditEntry,
  type ContractShown,
  type EventType,
  type PaymentShown,
} from '@vehicle-insurance/core';
import type { Law } from '../law.ts';

/** The fields of a payment that callers see. */
const pickVisible = ({ payment, refund }: PaymentShown) => {
  const { id, status, amount, fees, failureReason, created, completed, session } = payment;
  const url = status === 'pending' ? session?.url : null;
  const back = refund && [refund.status, refund.amount, refund.created, refund.completed];
  return [id, status, amount, fees, failureReason, created, completed, url, back];
};

/** A reader catches up and is compared once in this number of steps. */
const READS_EVERY = 10;

/** Events per page. There are few, so that several pages are read. */
const AT_A_TIME = 7;

/** Types that no unit of work of a history writes: changes of older objects, and changes of day. */
const OF_NO_UNIT: readonly EventType[] = [
  'vehicle.registered',
  'quote.created',
  'contract.started',
  'contract.ending',
  'contract.expired',
];

/** A copy that is built from events alone equals what callers see, and each event has the time of its change. */
export const eventCopies: Law = ({ book, store, companies, insured }) => {
  const positions = new Map<string, number>();
  const copies = new Map<string, string>();
  const changes = new Set<string>();
  const cancelled = new Set<string>();
  const duplicates = new Set<string>();
  let steps = 0;
  let lastCompared = -1;

  /** Texts of quotes, which never change and are long. */
  const texts = new WeakMap<object, string>();
  const textOf = (quote: object): string => {
    const text = texts.get(quote) ?? JSON.stringify(quote);
    texts.set(quote, text);
    return text;
  };
  const quoteNow = async (companyId: string, quoteId: string): Promise<string> => {
    const asked = { companyId, quoteId };
    const quote = (await getQuote(store)(asked)).unwrap();
    const { status, contractId, payment } = (await getQuoteStatus(store)(asked)).unwrap();
    return textOf(quote.quote) + JSON.stringify([quote.status, status, contractId, payment && pickVisible(payment)]);
  };
  /** The status of a cancelled contract's refund changes with its payment, which has its own events. */
  const copyOf = (shown: ContractShown | undefined) => JSON.stringify(shown && { ...shown, refundStatus: null });
  const contractNow = async (companyId: string, id: string) => copyOf(await store.contractQueries.show(companyId, id));

  /** Objects that were already read. Nothing is committed while events are read, so one read is enough. */
  const read = new Set<string>();
  const readQuote = async (companyId: string, quoteId: string): Promise<void> => {
    if (read.has(quoteId)) return;
    read.add(quoteId);
    copies.set(quoteId, await quoteNow(companyId, quoteId));
  };
  const readContract = async (companyId: string, id: string): Promise<void> => {
    if (read.has(id)) return;
    read.add(id);
    const found = await store.contractQueries.show(companyId, id);
    copies.set(id, copyOf(found));
    // The status of a paid quote follows its contract.
    if (found) await readQuote(companyId, found.quote.id);
  };
  const readOn = async (): Promise<void> => {
    read.clear();
    for (const companyId of companies)
      for (;;) {
        const after = positions.get(companyId) ?? 0;
        const { data, newest, upTo } = await store.journal.page(companyId, { after, limit: AT_A_TIME });
        for (const [index, { position, type, at, subjectId, quoteId }] of data.entries()) {
          if (position !== after + index + 1) book.broke('a position is missing among events');
          if (duplicates.has(subjectId)) book.broke('an event shows a duplicate payment, which callers never see');
          if (!OF_NO_UNIT.includes(type) && !changes.has(`${subjectId} ${at}`))
            book.broke('an event’s time differs from that of its change');
          if (type === 'contract.cancelled') cancelled.delete(subjectId);
          if (quoteId !== null) await readQuote(companyId, quoteId);
          else if (type === 'quote.created') await readQuote(companyId, subjectId);
          else if (!type.startsWith('vehicle.')) await readContract(companyId, subjectId);
        }
        positions.set(companyId, upTo);
        if (upTo >= newest) break;
      }
  };
  const compare = async (): Promise<void> => {
    // Without a commit, callers see nothing new.
    if (lastCompared === book.commits()) return;
    lastCompared = book.commits();
    await readOn();
    if (cancelled.size > 0) book.broke('a contract was cancelled without an event');
    // An object that an event has just named was read after the last commit.
    for (const { company, quote } of insured)
      if (!read.has(quote.id) && copies.get(quote.id) !== (await quoteNow(company.id, quote.id)))
        book.broke('a quote has changed without an event');
    for (const companyId of companies)
      for (const { contract } of await store.contractQueries.list({ companyId }, 100))
        if (!read.has(contract.id) && copies.get(contract.id) !== (await contractNow(companyId, contract.id)))
          book.broke('a contract has changed without an event');
  };
  const noteChange = (subjectId: string, { at }: AuditEntry): void => void changes.add(`${subjectId} ${at}`);
  return {
    payment: ({ after, entry }) => {
      noteChange(after.id, entry);
      if (after.duplicateOf !== null) duplicates.add(after.id);
    },
    refund: ({ after, entry }) => noteChange(after.paymentId, entry),
    contract: ({ before, after, entry }) => {
      noteChange(after.id, entry);
      if (after.cancelled && !before?.cancelled) cancelled.add(after.id);
    },
    certificate: ({ after, entry }) => noteChange(after.contractId, entry),
    step: async () => {
      steps += 1;
      if (steps % READS_EVERY === 0) await compare();
    },
    day: compare,
    rest: compare,
  };
};
