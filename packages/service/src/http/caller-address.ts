import type { IncomingMessage } from 'node:http';
import { clientAddress } from '@vehicle-insurance/http';
import { splitList } from '../configuration/split-list.ts';
import type { Variables } from '../configuration/variables.ts';

/**
 * Returns the IP address of a request's sender. If a proxy in TRUSTED_PROXIES forwarded the request, the proxy's header
 * contains the address.
 */
export const callerAddress = ({
  TRUSTED_PROXIES,
}: Pick<Variables, 'TRUSTED_PROXIES'>): ((request: IncomingMessage) => string) =>
  clientAddress(splitList(TRUSTED_PROXIES ?? ''));
