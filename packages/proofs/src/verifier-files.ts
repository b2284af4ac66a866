import { hash } from 'node:crypto';
import type { TimeZone } from '@vehicle-insurance/core';
import { frenchPage, frenchPagePolicy } from './french-page.ts';
import { serviceWorker } from './service-worker.ts';
import { verifierScript } from './verifier-script.ts';

/** The path of the keys, for the page and for apps that check papers offline. */
export const KEYS_PATH = '/.well-known/vehicle-insurance-proof-keys.json';

/** The path is relative to the page, because a proxy may add a prefix. */
const KEYS = `..${KEYS_PATH}`;

const PAGE_POLICY = frenchPagePolicy(
  "script-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "img-src 'self'",
  "frame-ancestors 'none'",
);
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";
const REVALIDATE = 'no-cache';
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The page, and the files that it loads. The empty name is the page. */
export const VERIFIER_FILES = ['', 'verifier.js', 'service-worker.js', 'manifest.webmanifest', 'icon.svg'] as const;
/** The name of one of these files, in the folder of the page. */
export type VerifierFileName = (typeof VERIFIER_FILES)[number];

/** A file, and the headers for its response. */
export interface VerifierFile {
  /** A MIME type, or a file extension that stands for one. */
  readonly type: string;
  readonly content: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The page that checks papers, and the files that it loads. Once the browser has loaded all files, the page works
 * without a network.
 */
export const verifierFiles = async (zone: TimeZone): Promise<Readonly<Record<VerifierFileName, VerifierFile>>> => {
  const script = await verifierScript();
  const scriptAddress = `verifier.js?${hash('sha256', script, 'base64url').slice(0, 16)}`;
  const page = pageOf(zone, scriptAddress);
  const loaded = ['./', scriptAddress, 'manifest.webmanifest', 'icon.svg', KEYS];
  const version = hash('sha256', [page, MANIFEST, ICON].join(''), 'base64url').slice(0, 16);
  return {
    '': {
      type: 'html',
      content: page,
      headers: { 'content-security-policy': PAGE_POLICY, 'cache-control': REVALIDATE },
    },
    'verifier.js': { type: 'js', content: script, headers: { 'cache-control': IMMUTABLE } },
    'service-worker.js': {
      type: 'js',
      content: serviceWorker(version, loaded),
      headers: {
        'content-security-policy': WORKER_POLICY,
        'cache-control': REVALIDATE,
        // QR codes contain the path in upper case, which is outside the default scope.
        'service-worker-allowed': '/',
      },
    },
    'manifest.webmanifest': {
      type: 'application/manifest+json',
      content: MANIFEST,
      headers: { 'cache-control': REVALIDATE },
    },
    'icon.svg': { type: 'svg', content: ICON, headers: { 'cache-control': REVALIDATE } },
  };
};

const TITLE = 'Vérifier une assurance';

const pageOf = (zone: TimeZone, scriptAddress: string): string =>
  frenchPage({
    title: TITLE,
    head: `
    <link rel="manifest" href="manifest.webmanifest">
    <link rel="icon" type="image/svg+xml" href="icon.svg">
    <meta name="theme-color" content="#0b4a5b">
    <script type="module" src="${scriptAddress}"></script>`,
    body: `      <h1>${TITLE}</h1>
      <p>Scannez le QR code de l’assureur sur le contrat ou la quittance. Une fois ouverte, cette page fonctionne sans réseau.</p>
      <button id="scan" type="button" hidden>Scanner le QR code</button>
      <video id="camera" playsinline muted hidden></video>
      <p id="by-hand" hidden>Cette page n’a pas accès à l’appareil photo. Autorisez cet accès dans
        le navigateur, scannez le QR code avec l’application Appareil photo, ou collez ci-dessous le lien du QR code.</p>
      <form id="typed">
        <label for="address">Lien ou texte du QR code</label>
        <textarea id="address" rows="3" autocapitalize="characters" autocomplete="off" spellcheck="false"></textarea>
        <button>Vérifier</button>
      </form>
      <section id="answer" aria-live="polite" data-zone="${zone}" data-keys="${KEYS}"></section>
      <noscript><p>Cette page a besoin de JavaScript. Si JavaScript est désactivé, connectez-vous à internet et scannez le code avec l’appareil photo.</p></noscript>
      <small>Sans réseau, cette page ne peut indiquer ni si l’attestation a été émise, ni si le contrat a été annulé. Pour
        le savoir, connectez-vous à internet et vérifiez en ligne.</small>`,
  });

const MANIFEST = JSON.stringify({
  name: TITLE,
  short_name: 'Vérifier',
  lang: 'fr',
  start_url: './',
  scope: './',
  display: 'standalone',
  background_color: '#f3f5f8',
  theme_color: '#0b4a5b',
  icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }],
});

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="#0b4a5b"/><path d="M256 96 392 144v112c0 84-56 136-136 168-80-32-136-84-136-168V144z" fill="#fff"/><path d="m196 260 44 44 84-92" fill="none" stroke="#0b4a5b" stroke-width="32"/></svg>
`;
