import { join } from 'node:path';
import type { AsaciCredentials } from '@vehicle-insurance/certificate-authority';
import { instantOf, type Clock } from '@vehicle-insurance/core';
import {
  certificateAuthoritySimulator,
  cinetpaySimulator,
  waveSimulator,
  type Simulator,
  type SimulatorOptions,
} from '@vehicle-insurance/simulators';
import type { Variables } from '@vehicle-insurance/service';
import type { Worker } from './move-clock.ts';
import { readSandboxFile } from './sandbox-file.ts';
import type { SandboxSecrets } from './secrets.ts';

/** The sandbox's outside systems, over HTTP. */
export interface Simulators {
  /** The URLs for the service. */
  readonly urls: { readonly wave: string; readonly cinetpay: string; readonly certificateAuthority: string };
  /** The URLs for payers and callers. They may differ from `urls` if a container publishes the ports. */
  readonly publicUrls: Simulators['urls'];
  readonly workers: readonly Worker[];
  /** Whether all outside systems are the sandbox's own simulators, which use the sandbox's clock. */
  readonly areAllOwn: boolean;
  close(): Promise<void>;
}

/** The port of each simulator. */
export interface SimulatorPorts {
  readonly wave: number;
  readonly cinetpay: number;
  readonly certificateAuthority: number;
}

interface Starting {
  readonly clock: Clock;
  readonly serviceUrl: string;
  readonly secrets: SandboxSecrets;
  readonly codes: Pick<AsaciCredentials, 'applicant' | 'company'> & { readonly site: string };
  readonly variables: Variables;
  readonly ports?: SimulatorPorts | undefined;
}

/**
 * Starts a simulator for each outside system that is not configured, on the service's clock. Without `ports`, a
 * simulator uses its previous port if that port is free, so that the pages of pending payments stay reachable.
 */
export const startSimulators = async ({
  clock,
  serviceUrl,
  secrets,
  codes,
  variables,
  ports,
}: Starting): Promise<Simulators> => {
  const { DATA_DIR: dataDir, HOST, BASE_URL = serviceUrl, WAVE_URL, CINETPAY_URL, AUTHORITY_URL } = variables;
  const before = readSandboxFile(dataDir)?.simulators;
  const now = () => new Date(clock.now());
  const common = { host: ports ? HOST : '127.0.0.1', now };
  const own: Simulator[] = [];
  const inside = (port: number): string => atPort(serviceUrl, port).replace(ANY_ADDRESS, '127.0.0.1');
  const outside = (port: number): string => atPort(BASE_URL, port);
  const unlessGiven = async (
    given: string | undefined,
    fixed: number | undefined,
    address: string | undefined,
    start: (place: Place) => Promise<Simulator>,
  ): Promise<string> => {
    if (given !== undefined) return given;
    const simulator = await (fixed === undefined
      ? atPortOf(address, (port) => start({ port }))
      : start({ port: fixed, publicUrl: outside(fixed) }).catch(explainPort(fixed)));
    own.push(simulator);
    return fixed === undefined ? simulator.url : inside(fixed);
  };
  // Both providers run, because a payment stays with the provider that opened it.
  const wave = await unlessGiven(WAVE_URL, ports?.wave, before?.wave ?? before?.mobileMoney, (place) =>
    waveSimulator({
      ...common,
      ...place,
      dataDir: join(dataDir, 'simulators', 'mobile-money'),
      apiKey: secrets.waveApiKey,
      notifications: { url: `${serviceUrl}/notifications/wave`, secret: secrets.waveNotificationSecret },
      notificationAuth: variables.WAVE_NOTIFICATION_AUTH,
      businessName: variables.INSURANCE_COMPANY,
    }),
  );
  const cinetpay = await unlessGiven(CINETPAY_URL, ports?.cinetpay, before?.cinetpay, (place) =>
    cinetpaySimulator({
      ...common,
      ...place,
      dataDir: join(dataDir, 'simulators', 'cinetpay'),
      apiKey: secrets.cinetpayApiKey,
      siteId: codes.site,
      notificationSecret: secrets.cinetpayNotificationSecret,
      businessName: variables.INSURANCE_COMPANY,
    }),
  );
  const certificateAuthority = await unlessGiven(
    AUTHORITY_URL,
    ports?.certificateAuthority,
    before?.certificateAuthority,
    (place) =>
      certificateAuthoritySimulator({
        ...common,
        ...place,
        // The authority's links to a certificate's files must be reachable for the service.
        ...(ports && { publicUrl: inside(ports.certificateAuthority) }),
        dataDir: join(dataDir, 'simulators', 'certificate-authority'),
        credentials: {
          code_demandeur: codes.applicant,
          code_compagnie: codes.company,
          code_acces: secrets.authorityAccessCode,
        },
        // People who try a sandbox pay several quotes for one vehicle, and each contract needs a certificate.
        refuseCoveredVehicles: false,
      }),
  );
  const urls = { wave, cinetpay, certificateAuthority };
  const publicUrls = ports && {
    wave: WAVE_URL ?? outside(ports.wave),
    cinetpay: CINETPAY_URL ?? outside(ports.cinetpay),
    certificateAuthority: AUTHORITY_URL ?? outside(ports.certificateAuthority),
  };
  return {
    urls,
    publicUrls: publicUrls ?? urls,
    workers: own.map(asWorker),
    areAllOwn: [WAVE_URL, CINETPAY_URL, AUTHORITY_URL].every((given) => given === undefined),
    close: async () => {
      await Promise.all(own.map((simulator) => simulator.close()));
    },
  };
};

export const asWorker = (simulator: Simulator): Worker => ({
  nextDue: async () => {
    const due = simulator.nextDue();
    return due && instantOf(due.toISOString());
  },
  catchUp: () => simulator.catchUp(),
});

type Place = Pick<SimulatorOptions, 'port' | 'publicUrl'>;

/** A listening address to which not every system can connect. */
const ANY_ADDRESS = /0\.0\.0\.0|\[::\]/;

const atPort = (address: string, port: number): string => `http://${new URL(address).hostname}:${port}`;

const explainPort =
  (port: number) =>
  (cause: NodeJS.ErrnoException): never => {
    if (cause.code !== 'EADDRINUSE') throw cause;
    throw new Error(`Port ${port} is in use. Stop the program that uses it, or give other --simulator-ports.`, {
      cause,
    });
  };

/** Starts at the port of an earlier URL if that port is free, otherwise at any port. */
const atPortOf = async (
  address: string | undefined,
  start: (port: number) => Promise<Simulator>,
): Promise<Simulator> => {
  if (address === undefined) return start(0);
  try {
    return await start(Number(new URL(address).port));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return start(0);
    throw error;
  }
};
