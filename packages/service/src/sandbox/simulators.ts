import { join } from 'node:path';
import type { AsaciCredentials } from '@vehicle-insurance/certificate-authority';
import { instantOf, type Clock } from '@vehicle-insurance/core';
import { certificateAuthoritySimulator, mobileMoneySimulator, type Simulator } from '@vehicle-insurance/simulators';
import type { Variables } from '../configuration/variables.ts';
import type { Worker } from './move-clock.ts';
import { readSandboxFile } from './sandbox-file.ts';
import type { SandboxSecrets } from './secrets.ts';

/** The outside world of the sandbox, over HTTP. */
export interface Simulators {
  readonly urls: { readonly mobileMoney: string; readonly certificateAuthority: string };
  readonly workers: readonly Worker[];
  close(): Promise<void>;
}

interface Starting {
  readonly clock: Clock;
  readonly serviceUrl: string;
  readonly secrets: SandboxSecrets;
  readonly codes: Pick<AsaciCredentials, 'applicant' | 'company'>;
  readonly variables: Variables;
}

/** Starts both simulators on the service's clock, at the addresses they had before: pending payments' pages stay reachable. */
export const startSimulators = async ({
  clock,
  serviceUrl,
  secrets,
  codes,
  variables,
}: Starting): Promise<Simulators> => {
  const dataDir = variables.DATA_DIR;
  const before = readSandboxFile(dataDir)?.simulators;
  const now = () => new Date(clock.now());
  const common = { host: '127.0.0.1', now };
  const mobileMoney = await atPortOf(before?.mobileMoney, (port) =>
    mobileMoneySimulator({
      ...common,
      port,
      dataDir: join(dataDir, 'simulators', 'mobile-money'),
      apiKey: secrets.waveApiKey,
      notifications: { url: `${serviceUrl}/notifications/wave`, secret: secrets.waveNotificationSecret },
      businessName: variables.INSURANCE_COMPANY,
    }),
  );
  const certificateAuthority = await atPortOf(before?.certificateAuthority, (port) =>
    certificateAuthoritySimulator({
      ...common,
      port,
      dataDir: join(dataDir, 'simulators', 'certificate-authority'),
      credentials: {
        code_demandeur: codes.applicant,
        code_compagnie: codes.company,
        code_acces: secrets.authorityAccessCode,
      },
      // Trying things out means paying several quotes for one vehicle.
      refuseCoveredVehicles: false,
    }),
  );
  const both = [mobileMoney, certificateAuthority];
  return {
    urls: { mobileMoney: mobileMoney.url, certificateAuthority: certificateAuthority.url },
    workers: both.map(asWorker),
    close: async () => {
      await Promise.all(both.map((simulator) => simulator.close()));
    },
  };
};

const asWorker = (simulator: Simulator): Worker => ({
  nextDue: async () => {
    const due = simulator.nextDue();
    return due && instantOf(due.toISOString());
  },
  catchUp: () => simulator.catchUp(),
});

/** The port an address had, if it is still free; else any. */
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
