import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxCatalogue } from '@vehicle-insurance/catalogue';
import {
  addCompany,
  addDays,
  dateOf,
  enableCompany,
  JOBS,
  later,
  loadCatalogue,
  WORK_KINDS,
  type Bordereaux,
  type Instant,
  type Payment,
  type Upload,
} from '@vehicle-insurance/core';
import { callerAddress, readConfiguration, type Service } from '@vehicle-insurance/service';
import { at } from '@vehicle-insurance/testkit';
import { linkFor } from '../src/access/link-for.ts';
import type { Role } from '../src/access/person.ts';
import { ROUTES } from '../src/routes.ts';
import { openIdProvider } from '../src/sign-in/openid.ts';
import { consoleApp } from '../src/web/app.ts';
import { memoryAccess } from './access/memory-access.ts';
import { openMemoryService } from './memory-service.ts';
import { configuredFor, SmallProvider } from './small-provider.ts';
import { visitor, type Seen, type Visitor } from './visitor.ts';

/** Has a name of its own, so that the type of an office can be inferred. */
export type Ports = { readonly [Name in keyof Service['bound']]: Service['bound'][Name] };

export interface OfficeOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** The provider that opens payments; CinetPay neither expires sessions nor refunds payments. */
  readonly opensWith?: 'wave' | 'cinetpay';
  readonly bordereauxOf?: (ports: Ports) => Bordereaux;
}

/** The service and its console in this process; the test controls the outside systems. */
export type Office = Awaited<ReturnType<typeof openOffice>>;

const CAR = {
  ...{ type: 'auto', brand: 'Toyota', model: 'Yaris', year: 2021, firstRoadDate: '2021-03-15', energy: 'essence' },
  ...{ carOriginalValue: 9_500_000, carMarketValue: 6_000_000, power: 7, noSeat: 5 },
} as const;

/** The sealed fields on the page that previews an action: the form that confirms it sends them. */
export const sealedIn = ({ text }: { readonly text: string }): string =>
  /name="sealed"\s+value="([^"]*)"/.exec(text)?.[1] ?? '';

/** Fills in the form of an action, and confirms its preview if it has one. */
export const carryOut = async (
  browser: Visitor,
  form: string,
  fields: Readonly<Record<string, string>>,
): Promise<Seen> => {
  const seen = await browser.fill(form, form, fields);
  const sealed = sealedIn(seen);
  return sealed === '' ? seen : browser.fill(form, form, { sealed });
};

export const openOffice = async ({ environment = {}, opensWith = 'wave', bordereauxOf }: OfficeOptions = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'office-'));
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const variables = readConfiguration({
    ...{ ENVIRONMENT: 'sandbox', DATA_DIR: folder, LOG_LEVEL: 'silent', MOBILE_MONEY: opensWith },
    ...environment,
  }).unwrap();
  const { service, ...world } = await openMemoryService(variables, origin);
  const { store, clock, provider, errors } = world;
  const ports: Ports = service.bound;
  const { CONSOLE_IDLE_MINUTES: idle, CONSOLE_SESSION_HOURS: absolute } = variables;
  const access = memoryAccess({ idle, absolute });
  const { CONSOLE_OIDC_ISSUER: issuer, CONSOLE_OIDC_ROLE_CLAIM: roleClaim } = variables;
  const client = { clientId: 'console', clientSecret: 'a-secret-of-the-console', roleClaim };
  const identityProvider =
    issuer === undefined
      ? undefined
      : openIdProvider({ issuer, ...client, back: `${origin}/sign-in/back`, errorReporter: errors });
  const answer = consoleApp({
    origin,
    errorReporter: errors,
    provider: identityProvider,
    routes: ROUTES,
    pages: {
      ports: { ...ports, bordereaux: bordereauxOf?.(ports) ?? noBordereaux },
      access,
      secondPerson: { isNeeded: variables.CONSOLE_SECOND_PERSON, minutes: variables.CONSOLE_CONFIRM_MINUTES },
      hasProvider: identityProvider !== undefined,
    },
    addressOf: callerAddress(variables),
  }).callback();

  await loadCatalogue(ports)(sandboxCatalogue(), 'office');
  // The payments and contracts of a disabled company continue, and remain in every list and figure.
  const added = (await addCompany(ports)({ name: 'Courtage du bac à sable' })).unwrap();
  const company = (await enableCompany(ports)({ company: added.id, enabled: false, by: 'office' })).unwrap();
  let plates = 0;

  const work = async (): Promise<void> => {
    for (const job of JOBS) await ports.jobs[job]();
  };
  /** Moves the clock from one due time to the next, and does the work due at each. */
  const passUntil = async (end: Instant): Promise<void> => {
    await work();
    const next = () => store.dueWork.next(...WORK_KINDS);
    for (let due = await next(); due !== undefined && due <= end; due = await next()) {
      if (due > clock.now()) clock.moveTo(due);
      await work();
    }
    clock.moveTo(end);
    await work();
  };
  const today = () => dateOf(clock.now(), ports.zone);
  const find = async (id: string) => {
    const found = await store.paymentQueries.find(id);
    if (!found) throw new Error(`there is no payment ${id}`);
    return found;
  };
  const register = async (companyId = company.id, registrationDocument?: Upload) => {
    plates += 1;
    const vehicle = { ...CAR, licencePlate: `OF-${plates}`, companyId, registrationDocument };
    return (await ports.registerVehicle(vehicle)).unwrap();
  };
  /** Creates a quote for a new car; returns its id. */
  const quote = async (policyHolderPhone = '0700001234', companyId = company.id): Promise<string> => {
    const coverage = (await ports.listCoverages()).unwrap().find(({ vehicleType }) => vehicleType === 'auto');
    const { id: vehicleId } = await register(companyId);
    const made = await ports.createQuote({
      ...{ duration: 12, usage: 'pleasure', policyHolderName: 'Aya Exemple', policyHolderPhone, companyId },
      ...{ vehicleId, coverageId: coverage?.id ?? '', startDate: addDays(today(), 7) },
    });
    return made.unwrap().quote.id;
  };
  const pay = async (quoteId: string, phoneNumber = '0500001234', companyId = company.id) =>
    (await ports.payQuote({ companyId, quoteId, phoneNumber })).unwrap();
  const confirm = async ({ id }: Pick<Payment, 'id'>): Promise<void> => {
    provider.pay(id);
    (await ports.receiveNotification({ ...provider.notificationAbout(id), provider: provider.provider })).unwrap();
    await work();
  };
  const bought = async (policyHolderPhone?: string, companyId = company.id) => {
    const quoteId = await quote(policyHolderPhone, companyId);
    const payment = await pay(quoteId, undefined, companyId);
    await confirm(payment);
    const { contractId } = (await store.quoteQueries.status(companyId, quoteId)) ?? {};
    return { quoteId, payment: (await find(payment.id)).payment, contractId: contractId ?? '' };
  };
  const link = async (name: string, role: Role) => new URL(await linkFor(access, origin, { name, role }, 15));

  return {
    ...{ ...world, ports, variables, access, company, origin, folder },
    ...{ register, quote, pay, confirm, bought, find, today, work, link },
    month: () => today().slice(0, 7),
    pass: (by: Parameters<typeof later>[1]) => passUntil(later(clock.now(), by)),
    /** Moves to the next morning; returns its date. */
    nextMorning: async () => {
      await passUntil(at(`${addDays(today(), 1)}T06:00:00.000Z`));
      return today();
    },
    contract: async (policyHolderPhone?: string) => (await bought(policyHolderPhone)).contractId,
    history: async (what: 'payment' | 'contract', id: string) =>
      what === 'payment' ? (await find(id)).history : ((await store.contractQueries.inspect(id))?.history ?? []),
    signedIn: async (name: string, role: Role): Promise<Visitor> => {
      const { pathname, search } = await link(name, role);
      const browser = visitor(origin);
      const seen = await browser.fill(`${pathname}${search}`, '/sign-in');
      if (seen.status !== 200) throw new Error(`${name} could not sign in: ${seen.status} ${seen.text}`);
      return browser;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const noBordereaux: Bordereaux = new Proxy({} as Bordereaux, {
  get: () => () => {
    throw new Error('this office has no bordereaux');
  },
});

type Hooks = readonly [first: Mocha.HookFunction, last: Mocha.HookFunction];

/** What `open` opens for a suite, usable while its tests run. */
export const openedFor = <Opened extends { readonly close: () => Promise<void> }>(
  [first, last]: Hooks,
  open: () => Promise<Opened>,
): Opened => {
  const opened = {} as Opened;
  first(async () => Object.assign(opened, await open()));
  last(() => opened.close());
  return opened;
};

export const officeForAll = (options?: OfficeOptions): Office => openedFor([before, after], () => openOffice(options));

export const officeForEach = (options?: OfficeOptions): Office =>
  openedFor([beforeEach, afterEach], () => openOffice(options));

/** For a suite: an office whose people sign in with a provider, which is reset before each test. */
export const officeWithProvider = (environment: Readonly<Record<string, string>> = {}) => {
  const provider = new SmallProvider();
  const office = {} as Office;
  before(async () => {
    await provider.open();
    Object.assign(office, await openOffice({ environment: { ...configuredFor(provider), ...environment } }));
  });
  beforeEach(() => provider.reset());
  after(async () => {
    await office.close();
    provider.server.close();
  });
  const entered = (sub: string, name: string, groups?: readonly string[]) =>
    provider.enter(office.origin, sub, name, groups);
  return { provider, office, entered };
};
