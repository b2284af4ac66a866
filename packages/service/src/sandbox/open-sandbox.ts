import type { Composition } from '../composition/compose.ts';
import type { Variables } from '../configuration/variables.ts';
import { writeSandboxFile, type SandboxFile } from './sandbox-file.ts';
import type { Surroundings } from '../composition/surroundings.ts';
import { sandboxSecrets } from './secrets.ts';
import { seed } from './seed.ts';

/** Fills an empty sandbox and tells its users, in the file they look in, what they need to know. */
export const openSandbox = async (
  variables: Variables,
  { baseUrl, wave, cinetpay, authority }: Surroundings,
  composition: Composition,
): Promise<SandboxFile> => {
  const get = composition.get.bind(composition);
  const seeded = await seed(
    {
      unitOfWork: get('unitOfWork'),
      catalogue: get('catalogue'),
      clock: get('clock'),
      ids: get('ids'),
      zone: get('zone'),
      authenticate: get('authenticate'),
      addCompany: get('addCompany'),
      issueKey: get('issueKey'),
      listCoverages: get('listCoverages'),
      registerVehicle: get('registerVehicle'),
      createQuote: get('createQuote'),
    },
    variables.DATA_DIR,
  );
  const file: SandboxFile = {
    baseUrl,
    apiKey: seeded.apiKey,
    simulators: {
      mobileMoney: { wave, cinetpay }[variables.MOBILE_MONEY]?.url ?? '',
      certificateAuthority: authority.url,
      ...(wave && { wave: wave.url }),
      ...(cinetpay && { cinetpay: cinetpay.url }),
    },
    incompleteQuoteId: seeded.incompleteQuoteId,
    clockToken: sandboxSecrets(variables.DATA_DIR).clockToken,
  };
  writeSandboxFile(variables.DATA_DIR, file);
  return file;
};
