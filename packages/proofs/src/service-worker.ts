/**
 * The header of every response with the result of a check. Such a response contains more than the result of an offline
 * check. So the service worker shows the response even if its status is an error.
 */
export const STANDING_HEADER = 'x-proof-standing';

/** Milliseconds after which a network that does not answer counts as unavailable. */
const TIME_LIMIT = 4_000;

/**
 * The script of a service worker that caches the page's files and the keys. The cache is used without a network, and
 * while the service is unavailable or refuses too many requests. The URL of a QR code then redirects to the page, which
 * checks the code offline. The network comes first, because a key may have been withdrawn.
 */
export const serviceWorker = (
  version: string,
  files: readonly string[],
): string => `const CACHE = 'verifier-${version}';
const FILES = ${JSON.stringify(files)}.map((file) => new URL(file, location.href).href);
const PAGE = new URL('./', location.href).href;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const forget = async () => {
    const others = (await caches.keys()).filter((name) => name.startsWith('verifier-') && name !== CACHE);
    await Promise.all(others.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

const ask = (request) => fetch(request, { signal: AbortSignal.timeout(${TIME_LIMIT}) });

const freshOrCached = async (request) => {
  const cache = await caches.open(CACHE);
  try {
    const answer = await ask(request);
    if (answer.ok) await cache.put(request, answer.clone());
    // Failed responses do not replace the cache.
    return answer.ok ? answer : ((await cache.match(request)) ?? answer);
  } catch {
    return (await cache.match(request)) ?? Response.error();
  }
};

const hasResult = ({ status, headers }) => (status !== 429 && status < 500) || headers.has('${STANDING_HEADER}');

const onlineOrPage = async (request) => {
  const answer = await ask(request).catch(() => undefined);
  if (answer && hasResult(answer)) return answer;
  return Response.redirect(PAGE + '#' + new URL(request.url).pathname.split('/').at(-1));
};

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (FILES.includes(request.url.split('#')[0])) event.respondWith(freshOrCached(request));
  else if (request.mode === 'navigate' && /\\/v\\/[^/]+$/i.test(new URL(request.url).pathname))
    event.respondWith(onlineOrPage(request));
});
`;
