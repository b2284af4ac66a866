import { consoleAccessContract, ENDS } from './access-contract.ts';
import { memoryAccess } from './memory-access.ts';

consoleAccessContract('memory', async () => {
  const access = memoryAccess(ENDS);
  return { access, passRealTime: access.passRealTime };
});
