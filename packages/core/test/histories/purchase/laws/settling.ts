import type { Certificate, CertificateRequest, Instant, Payment, RequestState, Session } from '@vehicle-insurance/core';
import { after, minutesBetween, skewOf } from '../days.ts';
import type { Law } from '../law.ts';
import { windowEnd } from '../in-time.ts';
import { requestsAbout } from '../requests-about.ts';

/** Minutes after a failure at which a payment is queried again or a refund retried, and the interval after those. */
const WATCH = { at: [1, 5, 15, 60], every: 60 };

/** Minutes for which a notification of a failed payment is checked. */
const CHECKED_FOR = 60;

/** Minutes after the authority has accepted a request at which it is polled about the request. */
const ACCEPTED = { at: [1 / 6, 1, 2, 5], every: 5 };

/** Minutes between attempts, by their number. Each interval may be a fifth longer. */
const RETRIES = [1, 2, 5, 10, 20, 40];
const RETRY_EVERY = 60;
const STRETCHED = 1.2;

const isDecided = ({ state }: Session): boolean => state === 'paid' || state === 'cancelled' || state === 'expired';

const lastTime = ({ at, every }: typeof WATCH, since: Instant, now: Instant): Instant | undefined => {
  const passed = minutesBetween(since, now);
  const last = at.at(-1) ?? 0;
  const minutes =
    passed >= last ? last + Math.floor((passed - last) / every) * every : at.findLast((each) => each <= passed);
  return minutes === undefined ? undefined : after(since, minutes);
};

const longestDelay = (tries: number): number => (tries === 0 ? 0 : (RETRIES[tries - 1] ?? RETRY_EVERY) * STRETCHED);

/**
 * Without further failures, work ends as fast as docs/api.md 4 promises. Payments are queried every two minutes, every
 * minute after their window, and within two rounds of jobs after a notification. Other work follows its timetable. The
 * law does not use the next attempts that the code has stored.
 */
export const settling: Law = (world) => {
  const skew = skewOf(world.setting);
  const { book, clock, authority } = world;
  const touched = new Map<string, Instant>();
  const accepted = new Map<string, Instant>();
  const notified = new Map<string, number>();
  /** The provider's answers about each payment since the calm began, and since when each payment is decided. */
  const heard = new Map<string, Session>();
  const decided = new Map<string, Instant>();
  /** Contracts whose certificate or picture the authority has sent since the calm began. */
  const certified = new Set<string>();
  const pictured = new Set<string>();
  let begun: Instant | undefined;
  let moment = 0;
  let rounds = 0;

  const getReached = (): Instant => after(clock.now(), -skew);
  const isCalm = (): boolean => begun !== undefined && clock.now() >= after(begun, skew);
  const touch = (id: string): void => void touched.set(id, clock.now());
  /** Whether nothing was done since the due time, although the clocks of all processes have reached it. */
  const isForgotten = (id: string, due: Instant | undefined): boolean =>
    due !== undefined && isCalm() && due <= getReached() && (touched.get(id) ?? '') < after(due, -skew);
  const nextTry = (
    { id, kind, companyId }: { readonly id: string; readonly kind: string; readonly companyId: string },
    since: Instant,
  ): Instant => after(touched.get(id) ?? since, longestDelay(book.claims.get(`${kind} ${companyId} ${id}`) ?? 0));

  const judgePayment = (payment: Payment): void => {
    const { id, status, session: kept, completed, created, due, notified: heardOf } = payment;
    if (status === 'opening') {
      const lost = world.lostUntil(payment);
      if (isCalm() && (lost === undefined || getReached() >= lost))
        book.broke('a payment is still opening after all failures have ended');
      return;
    }
    if (status === 'succeeded' || (status === 'failed' && due === null)) return;
    if (status === 'failed') {
      const isNews = heardOf !== null && clock.now() < after(heardOf, CHECKED_FOR);
      const times = [completed ?? created, ...(isNews ? [heardOf] : [])];
      if (times.some((since) => isForgotten(id, lastTime(WATCH, since, getReached()))))
        book.broke(`a failed payment is not reconciled in time, last at ${touched.get(id) ?? 'no time'}`);
      return;
    }
    const last = touched.get(id) ?? created;
    const end = windowEnd(payment);
    const inTwoMinutes = after(last, 2);
    const next = last >= end ? after(last, 1) : inTwoMinutes < end ? inTwoMinutes : end;
    if (isForgotten(id, next)) book.broke(`a pending payment is not checked in time, last at ${last}`);
    const known = world.sessions().find(({ session }) => session.id === kept?.id);
    if (!known || begun === undefined) return;
    const { session, provider } = known;
    const said = heard.get(id);
    // A session whose payer failed is closed, so that a payment cannot succeed after a caller saw it fail.
    const mustBeClosed = session.state === 'open' && (said?.lastFailure ?? null) !== null && provider.closes();
    if (said && (mustBeClosed || isDecided(said)))
      book.broke(`a payment is still pending although its provider reported its session as ${said.state}`);
    if (!isDecided(session)) return void decided.delete(id);
    const since = decided.get(id) ?? clock.now();
    decided.set(id, since);
    if ((notified.get(id) ?? 0) > moment && rounds > 1)
      book.broke('a payment is still pending two rounds after its notification');
    if (clock.now() >= after(since, 4)) book.broke('a payment is still pending four minutes after its outcome');
    if (
      clock.now() >= after(end, 4) &&
      clock.now() >= after(begun, 4) &&
      session.state === 'open' &&
      !session.debit &&
      provider.name === 'able'
    )
      book.broke('a payment is still pending minutes after its window');
  };

  const judgeRequest = (request: CertificateRequest): void => {
    const { contractId: id, companyId, status, concern, created } = request;
    if (status !== 'pending' || concern?.kind === 'certificate_not_ours') return;
    if (certified.has(id) && concern === null)
      book.broke('a certificate is still pending although the authority sent it');
    const taken = accepted.get(id);
    const isLate =
      taken === undefined
        ? isForgotten(id, nextTry({ kind: 'certificates', companyId, id }, created))
        : isForgotten(id, lastTime(ACCEPTED, taken, getReached()));
    if (isLate) book.broke(`a certificate is not polled in time, last at ${touched.get(id) ?? 'no time'}`);
  };

  return {
    reply: (what) => {
      const { call, said } = what;
      if (begun === undefined || said === 'not stored' || said.outcome !== 'done') return;
      if (call === 'image') {
        const number = (what.given as Certificate).certificateNumber;
        for (const { contractId, certificate } of book.requests.values())
          if (certificate?.certificateNumber === number) pictured.add(contractId);
      } else if ((said.value as Partial<RequestState> | null)?.certificate)
        for (const { contractId } of requestsAbout(book, what)) certified.add(contractId);
    },
    answered: ({ call, given, outcome, process }) => {
      if (call === 'refund') return touch(`refund ${String(given)}`);
      for (const { id, session } of book.payments.values()) {
        if (session?.id !== given && id !== given) continue;
        touch(id);
        const said = session && process.heard.get(session.id)?.session;
        if (outcome === 'done' && call === 'read' && begun !== undefined && said) heard.set(id, said);
      }
    },
    payment: ({ after: { id }, entry }) => {
      if (entry.why.code === 'notification_received') notified.set(id, book.moment());
      else touch(id);
    },
    certificate: ({ before, after: { contractId, accepted: acceptance, refusals }, entry }) => {
      touch(contractId);
      // A worker may commit an acceptance minutes later. The timetable begins when the worker received the acceptance.
      if (acceptance && !before?.accepted) accepted.set(contractId, entry.at);
      if (!acceptance || refusals > (before?.refusals ?? 0)) accepted.delete(contractId);
    },
    contract: ({ after: { id } }) => touch(`documents ${id}`),
    refund: ({ after: { sessionId } }) => touch(`refund ${sessionId}`),
    calm: () => {
      begun = clock.now();
      moment = book.moment();
    },
    round: () => {
      rounds += 1;
      for (const payment of book.payments.values()) judgePayment(payment);
      for (const request of book.requests.values()) judgeRequest(request);
      for (const { sessionId, status, created } of book.refunds.values())
        if (status === 'due' && isForgotten(`refund ${sessionId}`, lastTime(WATCH, created, getReached()) ?? created))
          book.broke('a refund is not tried in time');
      for (const { id, companyId, documents, documentsDue } of book.contracts.values()) {
        if (pictured.has(id) && documents.certificateImage === null)
          book.broke('a picture is still missing although the authority sent it');
        const tries = book.claims.get(`documents ${companyId} ${id}`) ?? 0;
        const due = after(touched.get(`documents ${id}`) ?? clock.now(), longestDelay(tries));
        if (documentsDue !== null && isForgotten(`documents ${id}`, due)) book.broke('a document is not made in time');
      }
    },
    rest: () => {
      for (const { id, status, due, session } of book.payments.values()) {
        if (status === 'opening' || status === 'pending') book.broke(`the payment ${id} never ends`);
        const isStalled = world.isStalled(session?.id);
        if (status === 'failed' && isStalled && due === null) book.broke(`the debit of payment ${id} is forgotten`);
        if (due !== null && !isStalled) book.broke(`the payment ${id} stays due for ever`);
      }
      for (const { contractId, due } of book.requests.values()) {
        const policy = book.contracts.get(contractId)?.policyNumber ?? '';
        if (due !== null && !authority.isStalled(policy)) book.broke('a certificate request stays due for ever');
      }
    },
  };
};
