import {
  closePayment,
  listActionItems,
  receiveNotification,
  recordRefund,
  type Quotes,
  type Transaction,
  type UnitOfWork,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { jobs } from '../../src/use-cases/operations/jobs.ts';
import { commandsOf } from '../certificate/bought.ts';
import { payThrough, scenario, type Scenario } from '../scenario.ts';

const BY = { why: 'a person has decided', by: 'operator' };

/** An operation on a payment or its contract; returns `again` if it must be repeated later. */
type Operation = (it: Scenario) => Promise<unknown>;

const job =
  (name: 'payments' | 'certificates' | 'documents' | 'days'): Operation =>
  (it) =>
    jobs(it)[name]();
const paymentId = async (it: Scenario): Promise<string> => (await it.latestPayment()).id;
const commands = async (it: Scenario) => commandsOf(it, (await it.contract()).contract.id);

const notify: Operation = async (it) => {
  const { provider } = it;
  const about = provider.notificationAbout(await paymentId(it));
  return receiveNotification(it)({ ...about, provider: provider.provider });
};

interface Stage {
  readonly reach: (it: Scenario) => Promise<void>;
  readonly operations: Readonly<Record<string, Operation>>;
}

const payInTime = async (it: Scenario): Promise<void> => {
  it.provider.pay((await it.pay()).unwrap().id);
  it.clock.advance({ minutes: 3 });
};

/** Late money waits for a refund. The provider can make the refund from now on, or never. */
const refundDue = async (it: Scenario, refund: boolean): Promise<void> => {
  it.provider.liveFor(120);
  it.provider.allow({ expire: false, refund: false });
  const { id } = (await it.pay()).unwrap();
  it.clock.advance({ minutes: 45 });
  it.provider.pay(id);
  await jobs(it).payments();
  it.provider.allow({ refund });
  it.clock.advance({ hours: 2 });
};

const REFUNDING: Stage['operations'] = {
  'the payments job': job('payments'),
  'an operator who records a transfer': async (it) => {
    const transfer = { reference: 'VIR-1', note: 'by bank', by: 'operator' };
    const said = await recordRefund(it)({ paymentId: await paymentId(it), ...transfer });
    return said.isErr() && said.error.code === 'refund_under_way' ? 'again' : said;
  },
};

const PAYMENT_OPERATIONS: Stage['operations'] = {
  'the payments job': job('payments'),
  'an operator who closes it': async (it) => closePayment(it)({ paymentId: await paymentId(it), ...BY }),
  'a notification': notify,
  'another call to pay': (it) => payThrough(it, {}),
};

const STAGES: Readonly<Record<string, Stage>> = {
  'a payment that was paid and is due': { reach: payInTime, operations: PAYMENT_OPERATIONS },
  'a payment that was not paid in its window': {
    reach: async (it) => {
      await it.pay();
      it.clock.advance({ minutes: 35 });
    },
    operations: PAYMENT_OPERATIONS,
  },
  'a contract without its certificate': {
    reach: async (it) => {
      await payInTime(it);
      await jobs(it).payments();
    },
    operations: {
      'the certificates job': job('certificates'),
      'the days job': job('days'),
      'an operator who cancels it': async (it) => (await commands(it)).cancel(),
      'an operator who attaches a certificate': async (it) => (await commands(it)).attach(),
      'an operator who retries it': async (it) => (await commands(it)).retry(),
    },
  },
  'a refund that is due': { reach: (it) => refundDue(it, true), operations: REFUNDING },
  'a refund that the provider refuses': { reach: (it) => refundDue(it, false), operations: REFUNDING },
};

/** Runs something at one of the moments at which a use case holds no lock yet. */
const overtake = (unitOfWork: UnitOfWork, at: number, happens: () => Promise<unknown>) => {
  let moments = 0;
  const moment = async (): Promise<void> => {
    moments += 1;
    if (moments - 1 === at) await happens();
  };
  const run: UnitOfWork['run'] = async (work) => {
    await moment();
    return unitOfWork.run((tx) => {
      let isLocked = false;
      const lock: Quotes['lock'] = async (...given) => {
        if (!isLocked) await moment();
        isLocked = true;
        return tx.quotes.lock(...given);
      };
      const quotes = new Proxy(tx.quotes, { get: (all, name: keyof Quotes) => (name === 'lock' ? lock : all[name]) });
      return work(new Proxy(tx, { get: (all, name: keyof Transaction) => (name === 'quotes' ? quotes : all[name]) }));
    });
  };
  return { unitOfWork: { run }, wasReached: () => moments > at };
};

/**
 * Items about a certificate that was issued during an operator's decision. They do not occur if issue and decision
 * happen one after the other.
 */
const REPORTED: readonly string[] = ['certificate_after_cancel', 'certificate_not_ours'];

const endOf = async (it: Scenario): Promise<object> => {
  await it.endLeases();
  await it.pass({ hours: 30 });
  const { companyId, id } = it.quote;
  const { status, contractId, payment } = (await it.quoteQueries.status(companyId, id)) ?? {};
  const details = contractId ? await it.contractQueries.find(companyId, contractId) : undefined;
  const { contract, certificateRequest } = details ?? {};
  return {
    quote: status,
    payment: [payment?.payment.status, payment?.payment.failureReason, payment?.refund?.status],
    sessions: it.provider.sessions().map(({ state, refunds }) => [state, refunds]),
    contract: [contract?.status, contract?.cancelled?.reason],
    documents: Object.values(contract?.documents ?? {}).map((name) => name !== null),
    certificate: [certificateRequest?.status, certificateRequest?.certificate?.certificateNumber],
    booked: (await it.books.entries(companyId, null, 100)).map(({ cause }) => cause).toSorted(),
    listed: (await listActionItems(it)()).map(({ kind }) => kind).filter((kind) => !REPORTED.includes(kind)),
  };
};

describe('two concurrent operations', () => {
  for (const [when, { reach, operations }] of Object.entries(STAGES)) {
    const ends: Record<string, Promise<object>> = {};
    const endBy = async (...both: readonly Operation[]): Promise<object> => {
      const it = await scenario();
      await reach(it);
      for (const each of both) await each(it);
      return endOf(it);
    };
    // The days job decides with single statements, so no other operation can overtake it.
    for (const [first, one] of Object.entries(operations).filter(([name]) => name !== 'the days job'))
      for (const [second, other] of Object.entries(operations))
        it(`end as if they had run one after the other: ${first}, overtaken by ${second}, on ${when}`, async () => {
          const serial = [await (ends[`${first}, ${second}`] ??= endBy(one, other))];
          serial.push(await (ends[`${second}, ${first}`] ??= endBy(other, one)));
          // A slow worker has lost its lease by then.
          for (const isSlow of [false, true])
            for (let at = 0; ; at += 1) {
              const it = await scenario();
              await reach(it);
              let met: unknown;
              const { unitOfWork, wasReached } = overtake(it.unitOfWork, at, async () => {
                if (isSlow) await it.endLeases();
                met = await other(it);
              });
              // If an operator is refused during a worker's call, they repeat the command.
              if ((await one({ ...it, unitOfWork })) === 'again') await one(it);
              if (met === 'again') await other(it);
              if (!wasReached()) {
                expect(at).to.be.above(0);
                break;
              }
              expect(serial, `overtaken at moment ${at}${isSlow ? ', slow' : ''}`).to.deep.include(await endOf(it));
            }
        });
  }
});
