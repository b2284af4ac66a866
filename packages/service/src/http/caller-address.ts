import type { IncomingMessage } from 'node:http';
import { clientAddress } from '@vehicle-insurance/http';
import { splitList } from '../configuration/split-list.ts';
import type { Variables } from '../configuration/variables.ts';

/** Determines the client address of a request behind TRUSTED_PROXIES. */
export const callerAddress = ({
  TRUSTED_PROXIES,
}: Pick<Variables, 'TRUSTED_PROXIES'>): ((request: IncomingMessage) => string) =>
  clientAddress(splitList(TRUSTED_PROXIES ?? ''));
