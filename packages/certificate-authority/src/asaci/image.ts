import {
  documentTypeOf,
  done,
  LARGEST_DOCUMENT,
  refused,
  unknown,
  type Certificate,
  type CertificateAuthority,
} from '@vehicle-insurance/core';
import type { WebClient } from '../http/web-client.ts';
import type { AsaciConfig } from './config.ts';

const MOST_REDIRECTS = 3;
const REDIRECTS = [301, 302, 303, 307, 308];

/** Whether an address is on one of the configured hosts, and names nothing that could lead elsewhere. */
export const hostGuard =
  ({ baseUrl, allowedHosts }: AsaciConfig) =>
  (url: URL): boolean =>
    (url.protocol === 'https:' || url.protocol === new URL(baseUrl).protocol) &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    allowedHosts.includes(url.host);

/** Fetches a certificate's picture. Whatever address the authority names, only configured hosts are ever asked. */
export const imageFetcher = (client: WebClient, config: AsaciConfig, within: number): CertificateAuthority['image'] => {
  const isOurs = hostGuard(config);

  const fetchFrom = async (address: string, redirects: number): ReturnType<CertificateAuthority['image']> => {
    const url = URL.parse(address);
    if (!url || !isOurs(url)) return refused('foreign_host');
    const answer = await client.send({ url: url.href, within, most: LARGEST_DOCUMENT });
    if (answer.got === 'too much') return refused('not_an_image');
    if (answer.got === 'nothing') return unknown(`the picture did not come: ${answer.why}`);
    if (REDIRECTS.includes(answer.status) && answer.location !== null && redirects > 0)
      return fetchFrom(URL.parse(answer.location, url.href)?.href ?? '', redirects - 1);
    if (answer.status !== 200) return unknown(`the picture did not come: ${answer.status}`);
    const type = documentTypeOf(answer.bytes);
    return type === 'image/png' || type === 'image/jpeg'
      ? done({ type, bytes: answer.bytes })
      : refused('not_an_image');
  };
  return ({ imageLink }: Certificate) => fetchFrom(imageLink, MOST_REDIRECTS);
};
