import {
  done,
  later,
  Ok,
  refused,
  type Claim,
  type MobileMoney,
  type AuditEntry,
  type Payment,
  type Refund,
  type Session,
  type Transaction,
} from '@vehicle-insurance/core';
import { hasExpired } from '../../src/domain/payment/session.ts';
import { around, type Plant, type Ports } from './ports.ts';

/** The ports with another transaction in every unit of work. */
const inEveryUnit =
  (change: (tx: Transaction) => Transaction): Plant =>
  (ports) => ({
    ...ports,
    unitOfWork: { run: (work) => ports.unitOfWork.run((tx) => work(change(tx))) },
  });
const withMoney =
  (change: (money: MobileMoney) => Partial<MobileMoney>): Plant =>
  (ports) => ({ ...ports, mobileMoney: { ...ports.mobileMoney, ...change(ports.mobileMoney) } });

const whenSaving = (tx: Transaction, change: (payment: Payment, entry: AuditEntry) => Payment): Transaction => ({
  ...tx,
  payments: { ...tx.payments, save: (payment, entry) => tx.payments.save(change(payment, entry), entry) },
});

/** The histories within which each must be found: a fraction of those the honest system lives through. */
export const BUDGET = 1_000;

/**
 * Bugs as they are really made, each a switch of its own. The histories must find every one of them: a law nobody can
 * be seen to break proves nothing.
 */
export const PLANTED_BUGS: Readonly<Record<string, Plant>> = {
  'a unit of work that fails keeps what it had done': (ports: Ports) => ({
    ...ports,
    unitOfWork: {
      run: async (work) => {
        let failure: unknown;
        const result = await ports.unitOfWork.run(async (tx) => {
          failure = undefined;
          try {
            return await work(tx);
          } catch (cause) {
            failure = cause;
            return Ok(undefined as never);
          }
        });
        if (failure) throw failure as Error;
        return result;
      },
    },
  }),

  'an attempt that is opening does not count as live': inEveryUnit((tx) => ({
    ...tx,
    payments: {
      ...tx.payments,
      live: async (companyId, quoteId) => {
        const live = await tx.payments.live(companyId, quoteId);
        return live?.status === 'opening' ? undefined : live;
      },
    },
  })),

  'silence at opening is taken for a refusal': withMoney((money) => ({
    open: async (request) => {
      const answer = await money.open(request);
      return answer.outcome === 'unknown' ? refused('provider_error' as const) : answer;
    },
  })),

  'silence after opening ends the asking': inEveryUnit((tx) =>
    whenSaving(tx, (payment) => (payment.silentSince === null ? payment : { ...payment, due: null })),
  ),

  'a payment that failed is not watched': inEveryUnit((tx) =>
    whenSaving(tx, (payment) => (payment.status === 'failed' ? { ...payment, due: null } : payment)),
  ),

  'a payment that failed can still be confirmed': inEveryUnit((tx) => ({
    ...tx,
    payments: {
      ...tx.payments,
      find: async (companyId, id) => {
        const found = await tx.payments.find(companyId, id);
        return found?.status === 'failed' && found.session ? { ...found, status: 'pending' } : found;
      },
    },
  })),

  'an expired session is taken for the end of its debit': inEveryUnit((tx) =>
    whenSaving(tx, (payment) =>
      payment.status === 'failed' && payment.session?.ended ? { ...payment, due: null } : payment,
    ),
  ),

  'money that arrives after its session’s end is overlooked': (ports) => {
    const ended = new Set<string>();
    const { read } = ports.mobileMoney;
    return withMoney(() => ({
      read: async (id) => {
        const said = await read(id);
        if (said.outcome !== 'done') return said;
        if (hasExpired(said.value)) ended.add(id);
        const isHidden = said.value.state === 'paid' && ended.has(id);
        return isHidden ? done({ ...said.value, state: 'expired' as const }) : said;
      },
    }))(ports);
  },

  'where no time is told, money arrived when it was found': inEveryUnit((tx) => ({
    ...tx,
    payments: {
      ...tx.payments,
      find: async (companyId, id) => {
        const found = await tx.payments.find(companyId, id);
        return found && { ...found, notified: null, lastUnpaid: later(found.created, { minutes: 40 }) };
      },
    },
  })),

  'a session too many is forgotten': inEveryUnit((tx) => ({
    ...tx,
    payments: {
      ...tx.payments,
      add: async (payment, entry) => (payment.status === 'failed' ? undefined : tx.payments.add(payment, entry)),
    },
  })),

  'the amount that was asked is taken for the amount that was paid': (ports) => {
    const asked = new Map<string, Session>();
    const { open, read } = ports.mobileMoney;
    return withMoney(() => ({
      open: async (request) => {
        const answer = await open(request);
        if (answer.outcome === 'done') asked.set(answer.value.id, answer.value);
        return answer;
      },
      read: async (id) => {
        const answer = await read(id);
        const amount = asked.get(id)?.amount;
        return answer.outcome === 'done' && amount !== undefined ? done({ ...answer.value, amount }) : answer;
      },
    }))(ports);
  },

  'silence about a refund is taken for a refund': withMoney((money) => ({
    refund: async (id) => {
      const answer = await money.refund(id);
      return answer.outcome === 'unknown' ? done(undefined) : answer;
    },
  })),

  'silence about a refund is taken for a refusal': withMoney((money) => ({
    refund: async (id) => {
      const answer = await money.refund(id);
      return answer.outcome === 'unknown' ? refused('refused' as const) : answer;
    },
  })),

  'a provider that cannot refund is asked to, and believed': withMoney((money) => ({
    capabilities: { ...money.capabilities, refund: true },
    refund: async (id) => (money.capabilities.refund ? money.refund(id) : done(undefined)),
  })),

  'what the provider rounds to is forgotten': withMoney((money) => ({
    capabilities: { ...money.capabilities, amountStep: 1 },
  })),

  'a session that was found without its address is given to the payer': withMoney((money) => ({
    search: async (reference) => {
      const found = await money.search(reference);
      if (found.outcome !== 'done') return found;
      return done(found.value.map((session) => ({ ...session, url: session.url ?? 'https://pay.test/' })));
    },
  })),

  'every sight of a late payment makes a refund': (ports) => {
    const refunded = new Set<string>();
    // What a table without its unique constraint does: the second refund of a session is a row like any other.
    const another = (refund: Refund): Refund => {
      const isFirst = !refunded.has(refund.sessionId);
      refunded.add(refund.sessionId);
      return isFirst ? refund : { ...refund, sessionId: `${refund.sessionId} again` };
    };
    const planted = withMoney((money) => ({ refund: (id) => money.refund(id.replace(' again', '')) }))(ports);
    return inEveryUnit((tx) => ({
      ...tx,
      refunds: { ...tx.refunds, add: (refund: Refund, entry: AuditEntry) => tx.refunds.add(another(refund), entry) },
    }))(planted);
  },

  'a notification leaves the payment to whoever is just looking at it': inEveryUnit((tx) => ({
    ...tx,
    leases: { ...tx.leases, revoke: async () => undefined },
  })),

  'a lease fences nobody': inEveryUnit((tx) => ({ ...tx, leases: { ...tx.leases, holds: async () => true } })),

  'work that is done is not given back': (ports) => ({
    ...ports,
    dueWork: { ...ports.dueWork, release: async () => undefined },
  }),

  'attempts are not counted': (ports) => ({
    ...ports,
    dueWork: around(ports.dueWork, ['claim'], (call) => async (...given) => {
      const claims = (await call(...given)) as readonly Claim[];
      return claims.map((claim) => ({ ...claim, attempt: 1 }));
    }),
  }),

  'what was asked for a cancelled contract is forgotten': inEveryUnit((tx) => ({
    ...tx,
    certificateRequests: {
      ...tx.certificateRequests,
      save: (request, entry) =>
        tx.certificateRequests.save(request.status === 'failed' ? { ...request, due: null } : request, entry),
    },
  })),

  'a certificate that is brought does not see that its contract was cancelled': inEveryUnit((tx) => ({
    ...tx,
    contracts: {
      ...tx.contracts,
      find: async (companyId, id) => {
        const found = await tx.contracts.find(companyId, id);
        return found && { ...found, cancelled: null };
      },
    },
  })),

  'a contract is numbered outside its unit of work': (ports) => {
    let last = 0;
    return inEveryUnit((tx) => ({
      ...tx,
      contracts: {
        ...tx.contracts,
        nextOrdinal: async (companyId) => ({ ...(await tx.contracts.nextOrdinal(companyId)), ordinal: (last += 1) }),
      },
    }))(ports);
  },
};
