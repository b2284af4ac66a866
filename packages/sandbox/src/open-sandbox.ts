import type { Service, Variables } from '@vehicle-insurance/service';
import { writeSandboxFile, type SandboxFile } from './sandbox-file.ts';
import type { Simulators } from './simulators.ts';
import { sandboxSecrets } from './secrets.ts';
import { seed } from './seed.ts';

/**
 * Adds the initial data to an empty sandbox, and writes the sandbox file for its users. `simulators` contains the URLs
 * at which users reach the sandbox's own simulators.
 */
export const openSandbox = async (
  { DATA_DIR, MOBILE_MONEY }: Variables,
  service: Service['bound'],
  simulators?: Simulators['publicUrls'],
): Promise<SandboxFile> => {
  const { baseUrl, ...used } = service.infrastructure;
  const wave = used.wave && (simulators?.wave ?? used.wave.url);
  const cinetpay = used.cinetpay && (simulators?.cinetpay ?? used.cinetpay.url);
  const { apiKey, incompleteQuoteId } = await seed(service, DATA_DIR);
  const file: SandboxFile = {
    baseUrl,
    apiKey,
    simulators: {
      // A program's own provider or authority has no simulator.
      mobileMoney: (MOBILE_MONEY === 'cinetpay' ? cinetpay : wave) ?? baseUrl,
      certificateAuthority: used.authority ? (simulators?.certificateAuthority ?? used.authority.url) : baseUrl,
      ...(wave !== undefined && { wave }),
      ...(cinetpay !== undefined && { cinetpay }),
    },
    incompleteQuoteId,
    clockToken: sandboxSecrets(DATA_DIR).clockToken,
  };
  writeSandboxFile(DATA_DIR, file);
  return file;
};
