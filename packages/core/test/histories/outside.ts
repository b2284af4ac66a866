import {
  later,
  unknown,
  type CertificateAuthority,
  type Clock,
  type Instant,
  type MobileMoney,
  type MobileMoneyCapabilities,
  type RawNotification,
  type Session,
  type SessionRequest,
} from '@vehicle-insurance/core';
import { fakeCertificateAuthority, fakeMobileMoney, type OpeningScript } from '@vehicle-insurance/testkit';
import { around } from './ports.ts';

/** What becomes of an opening; the last three are this outside's own. */
export const OPENINGS = [
  'refused',
  'answer lost',
  'request lost',
  'doubled',
  'without address',
  'paid at once',
  /** The request arrives after nobody waits for its answer any more. */
  'late',
  /** It is answered, with a session that has no address. */
  'answered without address',
] as const satisfies readonly (OpeningScript | 'late' | 'answered without address')[];
export type Opening = (typeof OPENINGS)[number];

/** What a payer, or the network behind the payer, does with a session. */
export const ACTS = ['confirm', 'confirm less', 'begin', 'finish', 'fall through', 'try in vain', 'cancel'] as const;
export type Act = (typeof ACTS)[number];

/** Calls that can be lost on their way, or whose answer can be. */
export const CALLS = ['read', 'search', 'expire', 'refund', 'request', 'ask', 'find', 'image'] as const;
export type CallName = (typeof CALLS)[number];

/** Hours after which a request that was lost in the network certainly arrives no more. */
const LOST_FOR_GOOD = 20;

const FORGED: RawNotification = { headers: { 'x-signature': 'forged' }, body: new TextEncoder().encode('{}') };

/** What a provider can do and tell, from the beginning to the end of a history. */
export interface ProviderKind {
  /**
   * Whether the provider can do everything. The other one takes money, and no more: it can neither expire nor refund,
   * takes multiples of 5 only, and tells the payer's address once, in its answer to the opening.
   */
  readonly able: boolean;
  /** Whether the provider that can do everything tells a debit that is under way. */
  readonly tellsDebits: boolean;
  /** Whether the provider tells when a payment was made. */
  readonly tellsTimes: boolean;
}

export type Outside = ReturnType<typeof outside>;

/** What the lesser provider can do. */
const MODEST: Partial<MobileMoneyCapabilities> = {
  expire: false,
  debits: 'untold',
  refund: false,
  address: 'at opening',
  notices: 'undated',
  amountStep: 5,
};

/**
 * What the lesser provider never does: it opens one session under a reference, and nobody can pay who has not been
 * told the address in its answer.
 */
const BEYOND_IT: Partial<Record<Opening, Opening>> = { doubled: 'answer lost', 'paid at once': 'answer lost' };

/** Everything the service talks to, with the levers by which a history makes it misbehave. */
export const outside = (
  clock: Clock,
  {
    able,
    tellsDebits,
    tellsTimes,
    asked,
    isTold,
  }: ProviderKind & {
    readonly asked: (paymentId: string) => void;
    /** Whether a payer can have been told the session's address. */
    readonly isTold: (sessionId: string) => boolean;
  },
) => {
  const provider = fakeMobileMoney({
    clock,
    capabilities: able ? { debits: tellsDebits ? 'told' : 'untold' } : MODEST,
  });
  const authority = fakeCertificateAuthority();
  const openings: Opening[] = [];
  const late: { readonly request: SessionRequest; readonly sent: Instant }[] = [];
  const notifications: RawNotification[] = [];
  const losing = new Map<string, 'call' | 'answer'>();
  const requests: { readonly policyNumber: string; readonly wasHeld: boolean }[] = [];
  let lagging = false;
  let refunds: boolean | 'unsupported' = true;

  const losable = <Port extends object>(port: Port, names: readonly (keyof Port)[]): Port =>
    around(port, names, (call, name) => async (...given) => {
      const lost = losing.get(name as string);
      losing.delete(name as string);
      const answer = lost === 'call' ? undefined : await call(...given);
      return lost === undefined ? answer : unknown(`its ${lost} was lost`);
    });

  const shown = (session: Session): Session => (tellsTimes ? session : { ...session, completed: null });
  const referenceOf = (sessionId: string): string | undefined =>
    provider.sessions().find(({ id }) => id === sessionId)?.reference;
  const mobileMoney: MobileMoney = {
    ...losable<MobileMoney>(provider, ['read', 'search', 'expire', 'refund']),
    open: async (request) => {
      const scripted = openings.shift();
      const opening = able || scripted === undefined ? scripted : (BEYOND_IT[scripted] ?? scripted);
      if (opening === 'late') {
        late.push({ request, sent: clock.now() });
        return unknown('it timed out');
      }
      if (opening !== undefined && opening !== 'answered without address') provider.scriptNextOpening(opening);
      const answer = await provider.open(request);
      if (opening === 'paid at once' && answer.outcome === 'done')
        notifications.push(provider.notificationAbout(request.reference));
      if (opening !== 'answered without address' || answer.outcome !== 'done') return answer;
      provider.put(answer.value.id, { url: null });
      return { ...answer, value: { ...answer.value, url: null } };
    },
  };
  const money: MobileMoney = {
    ...mobileMoney,
    open: async (request) => {
      const opened = await mobileMoney.open(request);
      return opened.outcome === 'done' ? { ...opened, value: shown(opened.value) } : opened;
    },
    read: async (id) => {
      const reference = referenceOf(id);
      if (reference !== undefined) asked(reference);
      const said = await mobileMoney.read(id);
      return said.outcome === 'done' ? { ...said, value: shown(said.value) } : said;
    },
    search: async (reference) => {
      asked(reference);
      const found = await mobileMoney.search(reference);
      return found.outcome === 'done' ? { ...found, value: lagging ? [] : found.value.map(shown) } : found;
    },
  };
  const certificates: CertificateAuthority = {
    ...losable<CertificateAuthority>(authority, ['request', 'ask', 'find', 'image']),
  };
  const certificateAuthority: CertificateAuthority = {
    ...certificates,
    request: (application) => {
      const { policyNumber } = application;
      const wasHeld = authority.held().some(({ application: held }) => held.policyNumber === policyNumber);
      requests.push({ policyNumber, wasHeld });
      return certificates.request(application);
    },
  };

  /** Nobody can go to a session without an address, or to one whose address was lost with the only answer that told it. */
  const payable = () => provider.sessions().filter(({ id, url }) => url !== null && (able || isTold(id)));
  const act = (which: number, what: Act): void => {
    const sessions = payable();
    const session = sessions[which % Math.max(1, sessions.length)];
    if (!session) return;
    const { id, state, amount, debit } = session;
    const isOpen = state === 'open' && !debit;
    if (what === 'confirm' && isOpen) provider.pay(id);
    else if (what === 'confirm less' && isOpen) provider.pay(id, { amount: amount - 1 });
    else if (what === 'begin' && isOpen) provider.beginDebit(id);
    else if (what === 'finish' && debit) provider.pay(id);
    else if (what === 'fall through' && debit) provider.failTry(id, 'insufficient_funds');
    else if (what === 'try in vain' && isOpen) provider.failTry(id, 'payer_mismatch');
    else if (what === 'cancel' && isOpen) provider.put(id, { state: 'cancelled' });
    else return;
    notifications.push(provider.notificationAbout(id));
  };
  const arrive = async (): Promise<void> => {
    const lost = late.shift();
    if (lost && clock.now() < later(lost.sent, { hours: LOST_FOR_GOOD })) await provider.open(lost.request);
  };

  return {
    provider,
    authority,
    money,
    certificateAuthority,
    /** The certificates that were asked for, and whether the authority had them already. */
    requests,
    script: (opening: Opening) => void openings.push(opening),
    lose: (call: CallName, what: 'call' | 'answer') => void losing.set(call, what),
    lag: (lags: boolean) => {
      lagging = lags;
    },
    refunding: (next: boolean | 'unsupported'): void => {
      refunds = next;
      provider.allow({ refund: refunds });
    },
    act,
    arrive,
    /** One of the notifications sent so far, if any was: which ones come, how often and in what order is the history's. */
    notification: (which: number): RawNotification | undefined => {
      const sent = notifications[which % Math.max(1, notifications.length)];
      // However late it comes, it was signed when it was sent once more.
      return sent && provider.signed(sent.body);
    },
    forged: (): RawNotification => FORGED,
    /** From now on it answers, and what payers and networks had begun comes to its end. */
    recover: ({ payersPay }: { readonly payersPay: boolean }): void => {
      losing.clear();
      openings.length = 0;
      late.length = 0;
      lagging = false;
      provider.speakAgain();
      provider.accept(true);
      // Money a provider cannot give back stays with a person; a refusal is asked again until it is none.
      provider.allow({ refund: refunds === 'unsupported' ? refunds : true });
      authority.speakAgain();
      authority.refuseAll(false);
      authority.offerLookUp(true);
      payable().forEach(({ debit }, index) => {
        if (debit) act(index, index % 2 === 0 ? 'finish' : 'fall through');
        if (payersPay) act(index, 'confirm');
      });
    },
  };
};
