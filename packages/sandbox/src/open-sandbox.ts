import type { Service, Variables } from '@vehicle-insurance/service';
import { writeSandboxFile, type SandboxFile } from './sandbox-file.ts';
import { sandboxSecrets } from './secrets.ts';
import { seed } from './seed.ts';

/** Seeds an empty sandbox, and writes the data that its users need to the sandbox file. */
export const openSandbox = async (
  { DATA_DIR, MOBILE_MONEY }: Variables,
  service: Service['bound'],
): Promise<SandboxFile> => {
  const { baseUrl, wave, cinetpay, authority } = service.infrastructure;
  const { apiKey, incompleteQuoteId } = await seed(service, DATA_DIR);
  const file: SandboxFile = {
    baseUrl,
    apiKey,
    simulators: {
      // A program's own provider and authority have no simulator.
      mobileMoney: (MOBILE_MONEY === 'cinetpay' ? cinetpay : wave)?.url ?? baseUrl,
      certificateAuthority: authority?.url ?? baseUrl,
      ...(wave && { wave: wave.url }),
      ...(cinetpay && { cinetpay: cinetpay.url }),
    },
    incompleteQuoteId,
    clockToken: sandboxSecrets(DATA_DIR).clockToken,
  };
  writeSandboxFile(DATA_DIR, file);
  return file;
};
