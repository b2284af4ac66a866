import { join } from 'node:path';
import type { AsaciCredentials } from '@vehicle-insurance/certificate-authority';
import { instantOf, type Clock } from '@vehicle-insurance/core';
import {
  certificateAuthoritySimulator,
  cinetpaySimulator,
  waveSimulator,
  type Simulator,
} from '@vehicle-insurance/simulators';
import type { Variables } from '@vehicle-insurance/service';
import type { Worker } from './move-clock.ts';
import { readSandboxFile } from './sandbox-file.ts';
import type { SandboxSecrets } from './secrets.ts';

/** The sandbox's outside systems, over HTTP. */
export interface Simulators {
  readonly urls: { readonly wave: string; readonly cinetpay: string; readonly certificateAuthority: string };
  readonly workers: readonly Worker[];
  /** Whether all simulators are the sandbox's own. Only then do all of them follow its clock. */
  readonly areAllOwn: boolean;
  close(): Promise<void>;
}

interface Starting {
  readonly clock: Clock;
  readonly serviceUrl: string;
  readonly secrets: SandboxSecrets;
  readonly codes: Pick<AsaciCredentials, 'applicant' | 'company'> & { readonly site: string };
  readonly variables: Variables;
}

/**
 * Starts the simulators that are not configured, on the service's clock. They use their previous addresses, so that the
 * pages of pending payments stay reachable.
 */
export const startSimulators = async ({
  clock,
  serviceUrl,
  secrets,
  codes,
  variables,
}: Starting): Promise<Simulators> => {
  const { DATA_DIR: dataDir, WAVE_URL, CINETPAY_URL, AUTHORITY_URL } = variables;
  const before = readSandboxFile(dataDir)?.simulators;
  const now = () => new Date(clock.now());
  const common = { host: '127.0.0.1', now };
  const own: Simulator[] = [];
  const unlessGiven = async (
    given: string | undefined,
    address: string | undefined,
    start: (port: number) => Promise<Simulator>,
  ): Promise<string> => {
    if (given !== undefined) return given;
    const simulator = await atPortOf(address, start);
    own.push(simulator);
    return simulator.url;
  };
  // Both providers run, because each keeps the payments that it has opened, even if the other opens new ones.
  const wave = await unlessGiven(WAVE_URL, before?.wave ?? before?.mobileMoney, (port) =>
    waveSimulator({
      ...common,
      port,
      dataDir: join(dataDir, 'simulators', 'mobile-money'),
      apiKey: secrets.waveApiKey,
      notifications: { url: `${serviceUrl}/notifications/wave`, secret: secrets.waveNotificationSecret },
      notificationAuth: variables.WAVE_NOTIFICATION_AUTH,
      businessName: variables.INSURANCE_COMPANY,
    }),
  );
  const cinetpay = await unlessGiven(CINETPAY_URL, before?.cinetpay, (port) =>
    cinetpaySimulator({
      ...common,
      port,
      dataDir: join(dataDir, 'simulators', 'cinetpay'),
      apiKey: secrets.cinetpayApiKey,
      siteId: codes.site,
      notificationSecret: secrets.cinetpayNotificationSecret,
      businessName: variables.INSURANCE_COMPANY,
    }),
  );
  const certificateAuthority = await unlessGiven(AUTHORITY_URL, before?.certificateAuthority, (port) =>
    certificateAuthoritySimulator({
      ...common,
      port,
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
  return {
    urls: { wave, cinetpay, certificateAuthority },
    workers: own.map(asWorker),
    areAllOwn: [WAVE_URL, CINETPAY_URL, AUTHORITY_URL].every((given) => given === undefined),
    close: async () => {
      await Promise.all(own.map((simulator) => simulator.close()));
    },
  };
};

/** A simulator as a worker on the sandbox's clock. */
export const asWorker = (simulator: Simulator): Worker => ({
  nextDue: async () => {
    const due = simulator.nextDue();
    return due && instantOf(due.toISOString());
  },
  catchUp: () => simulator.catchUp(),
});

/** Starts at the port of an earlier address if it is free, otherwise at any port. */
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
