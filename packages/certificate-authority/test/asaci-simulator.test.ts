import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asaciCertificateAuthority, type AsaciCertificateAuthority } from '@vehicle-insurance/certificate-authority';
import { certificateAuthoritySimulator, type Simulator } from '@vehicle-insurance/simulators';
import { certificateAuthorityContract, describeContract } from '@vehicle-insurance/testkit';
import { anApplication, CREDENTIALS } from './an-application.ts';

/** The simulator's script, by the last digits of the policyholder's phone. */
const PHONES = {
  issued: '+2250701010100',
  refused: '+2250701010011',
  'issued, but unanswered': '+2250701010013',
  'issued later': '+2250701010014',
  'met with silence': '+2250701010015',
} as const;

describe('against the simulator,', () => {
  const now = new Date('2026-01-15T09:00:00.000Z');
  let dataDir: string;
  let simulator: Simulator;
  let certificateAuthority: AsaciCertificateAuthority;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'asaci-'));
    const { applicant, access, company, intermediary } = CREDENTIALS;
    simulator = await certificateAuthoritySimulator({
      ...{ host: '127.0.0.1', port: 0, dataDir, now: () => now },
      credentials: {
        ...{ code_demandeur: applicant, code_acces: access, code_compagnie: company },
        code_intermediaire: [intermediary],
      },
    });
    certificateAuthority = asaciCertificateAuthority({
      baseUrl: `${simulator.url}/`,
      credentials: CREDENTIALS,
      insuranceCompany: 'Assurances Exemple',
      allowedHosts: [new URL(simulator.url).host],
    });
  });

  after(async () => {
    await certificateAuthority.close();
    await simulator.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  describeContract(certificateAuthorityContract, 'ASACI', () => ({
    certificateAuthority,
    capabilities: { lookUp: true },
    applicationThatIs: (kind) => anApplication({ policyholder: { name: 'Awa Koné', phone: PHONES[kind] } }),
  }));
});
