import {
  documentTypeOf,
  done,
  isPictureAddress,
  refused,
  type CertificateAuthority,
  type CodeRefusal,
} from '@vehicle-insurance/core';
import type { FetchedFile, FetchFile } from './fetch-file.ts';
import { codesInPicture } from './picture.ts';

/** In characters. A longer text makes the code too fine to scan. */
const LONGEST = 500;

/**
 * Reads the text of the authority's own QR code. A link that leads to a page instead of a picture is itself the text.
 */
export const codeReader = (
  fetchFile: FetchFile,
  serves: (link: string) => boolean,
  allowedHosts: readonly string[],
): CertificateAuthority['code'] => {
  const kindOf = async (address: string) => {
    const file = await fetchFile(address);
    if (file.outcome === 'refused') return refused<CodeRefusal>(file.reason === 'too_large' ? 'no_code' : file.reason);
    return file.outcome === 'done' ? done(file.value) : file;
  };

  return async ({ qrCodeLink }) => {
    const linked = await kindOf(qrCodeLink);
    if (linked.outcome !== 'done') return linked;
    if (isPage(qrCodeLink, linked.value)) return isPrintable(qrCodeLink) ? done(qrCodeLink) : refused('no_code');
    const [text, ...others] = await codesInPicture(linked.value.bytes);
    if (text === undefined || others.length > 0 || !isPrintable(text)) return refused('no_code');
    if (isPictureAddress(text)) return refused('no_code');
    // The authority chose the text, so we trust it unless it is an address on the authority's own hosts. Such an
    // address must lead to a page.
    if (!serves(text)) return isOn(allowedHosts, text) ? refused('no_code') : done(text);
    const target = await kindOf(text);
    if (target.outcome !== 'done') return target;
    return isPage(text, target.value) ? done(text) : refused('no_code');
  };
};

/** The address that a scanner opens for a text. The scheme may be missing, and `URL:` may precede the address. */
const addressIn = (text: string): URL | null => {
  const address = text.trim().replace(/^url:\s*/i, '');
  return URL.parse(/^(https?:|[a-z][a-z\d+.-]*:\/\/)/i.test(address) ? address : `https://${address}`);
};

/** Whether the address in a text is on one of the hosts or on a subdomain. The port does not matter. */
const isOn = (hosts: readonly string[], text: string): boolean => {
  const name = addressIn(text)?.hostname.toLowerCase().replace(/\.$/, '');
  return hosts.some((host) => {
    const own = URL.parse(`https://${host}`)?.hostname;
    return own !== undefined && (name === own || name?.endsWith(`.${own}`) === true);
  });
};

const isPrintable = (text: string): boolean =>
  text.length > 0 && text.length <= LONGEST && text.isWellFormed() && !/[\p{Cc}\p{Cf}]/u.test(text);

/**
 * Whether a browser shows the file as a page. The declared type alone is not reliable. A page at a picture's address
 * does not count, because the page may require a password for the picture.
 */
const isPage = (link: string, { address, type, bytes }: FetchedFile): boolean =>
  !isPictureAddress(link) &&
  !isPictureAddress(address) &&
  (type === 'text/html' || type === 'application/xhtml+xml') &&
  documentTypeOf(bytes) === undefined &&
  !bytes.includes(0) &&
  !isDrawing(new TextDecoder().decode(bytes));

/** Whether SVG follows the XML declaration and comments. A single regular expression would take exponential time. */
const isDrawing = (text: string): boolean => {
  let rest = text.trimStart();
  while (rest.startsWith('<!--') || rest.startsWith('<?')) {
    const closing = rest.startsWith('<?') ? '?>' : '-->';
    const end = rest.indexOf(closing, 2);
    if (end < 0) return false;
    rest = rest.slice(end + closing.length).trimStart();
  }
  return /^<(!doctype\s+)?svg/i.test(rest);
};
