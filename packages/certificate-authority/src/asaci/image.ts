import {
  documentTypeOf,
  done,
  LARGEST_DOCUMENT,
  refused,
  unknown,
  type Certificate,
  type CertificateAuthority,
} from '@vehicle-insurance/core';
import type { HttpClient } from '@vehicle-insurance/http-client';
import type { AsaciConfig } from './config.ts';

const MAX_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Whether an address is on one of the configured hosts, with no user name or password in it that could mislead. Without
 * encryption only where the authority itself is called without it.
 */
export const hostGuard =
  ({ baseUrl, allowedHosts }: AsaciConfig) =>
  (url: URL): boolean =>
    (url.protocol === 'https:' || (url.protocol === 'http:' && new URL(baseUrl).protocol === 'http:')) &&
    url.username === '' &&
    url.password === '' &&
    allowedHosts.includes(url.host);

/** Fetches a certificate's picture. Only configured hosts are contacted, whatever address or redirect is given. */
export const imageFetcher = (
  client: HttpClient,
  config: AsaciConfig,
  within: number,
): CertificateAuthority['image'] => {
  const isOurs = hostGuard(config);

  const fetchFrom = async (address: string, redirects: number): ReturnType<CertificateAuthority['image']> => {
    const url = URL.parse(address);
    if (!url || !isOurs(url)) return refused('foreign_host');
    const answer = await client.download({ url: url.href, within, limit: LARGEST_DOCUMENT });
    if (answer.got !== 'answer') return unknown(`the picture did not come: ${answer.code ?? answer.got}`);
    if (answer.body === undefined) return refused('not_an_image');
    if (REDIRECTS.includes(answer.status) && answer.location !== null && redirects > 0)
      return fetchFrom(URL.parse(answer.location, url.href)?.href ?? '', redirects - 1);
    if (answer.status !== 200) return unknown(`the picture did not come: ${answer.status}`);
    const type = documentTypeOf(answer.body);
    return type === 'image/png' || type === 'image/jpeg' ? done({ type, bytes: answer.body }) : refused('not_an_image');
  };
  return ({ imageLink }: Certificate) => fetchFrom(imageLink, MAX_REDIRECTS);
};
