import type { CertificateAuthority, Documents, LinkedDocuments, MobileMoney } from '@vehicle-insurance/core';
import type { MobileMoneyGateway } from '@vehicle-insurance/mobile-money';

/** A program's own gateway to a provider. The members that `MobileMoneyGateway` adds to `MobileMoney` may be absent. */
export type OwnProvider = MobileMoney & Partial<Omit<MobileMoneyGateway, keyof MobileMoney>>;

/** A program's own certificate authority. The service calls `close` when it stops. */
export type OwnAuthority = CertificateAuthority & { close?(): Promise<void> };

/** A program's own document store. If its links lead to the service itself, `open` must be present. */
export type OwnDocuments = Documents & Partial<LinkedDocuments> & { close?(): Promise<void> };

/**
 * Adapters that a program passes to the service, in addition to or instead of the built-in adapters. Instances of
 * classes are accepted.
 */
export interface OwnAdapters {
  /** Providers in addition to the configured providers. `MOBILE_MONEY` names the provider that opens new payments. */
  readonly providers?: readonly OwnProvider[];
  /** Replaces the configured certificate authority, whose variables are then not required. */
  readonly certificateAuthority?: OwnAuthority;
  /** Replaces the document store that `STORAGE` names. */
  readonly documents?: OwnDocuments;
}

/** The deployment's document store. */
export interface Storage {
  readonly documents: Documents;
  /** Opens links that lead to this service. Absent if links lead to the store itself. */
  readonly linkedDocuments: LinkedDocuments | undefined;
  /** Rejects, with instructions, if a configured bucket cannot be used. Other stores are not checked. */
  check(): Promise<void>;
  close(): Promise<void>;
}

const nothing = async (): Promise<void> => undefined;

/** Makes a plain object. Decorators copy an object's own properties, but a class has its methods on the prototype. */
export const ownGateway = (own: OwnProvider): MobileMoneyGateway => ({
  provider: own.provider,
  capabilities: own.capabilities,
  accepting: () => own.accepting(),
  open: (request) => own.open(request),
  read: (sessionId) => own.read(sessionId),
  search: (reference) => own.search(reference),
  expire: (sessionId) => own.expire(sessionId),
  refund: (sessionId) => own.refund(sessionId),
  verify: (notification, now) => own.verify(notification, now),
  probesAddress: own.probesAddress ?? false,
  statement: own.statement ?? null,
  resume: () => own.resume?.(),
  close: () => own.close?.() ?? nothing(),
});

/** Makes a plain object, like `ownGateway`. */
export const ownAuthority = (own: OwnAuthority): CertificateAuthority & { close(): Promise<void> } => ({
  capabilities: own.capabilities,
  request: (application) => own.request(application),
  ask: (acceptance) => own.ask(acceptance),
  find: (policyNumber) => own.find(policyNumber),
  annul: (certificate) => own.annul(certificate),
  serves: (link) => own.serves(link),
  image: (certificate) => own.image(certificate),
  code: (certificate) => own.code(certificate),
  close: () => own.close?.() ?? nothing(),
});

/** Makes a plain object, like `ownGateway`. */
export const ownStorage = (own: OwnDocuments): Storage => ({
  documents: {
    put: (document, name) => own.put(document, name),
    read: (key) => own.read(key),
    remove: (key) => own.remove(key),
    link: (key, name) => own.link(key, name),
  },
  linkedDocuments: own.open && { open: async (address) => own.open?.(address) },
  check: nothing,
  close: () => own.close?.() ?? nothing(),
});
