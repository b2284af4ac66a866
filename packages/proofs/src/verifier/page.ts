// The script of the page at /v/. It reads a QR code and checks the code offline, as apps do.

import { checkProof, noBreakSpaces, proofKeysIn, type LocalDate, type ProofKey } from '@vehicle-insurance/core';
import { answerTo, dayOfCheck, KEYS_UNKNOWN, type CheckResult } from './answer.ts';
import { warmUp } from './warm-up.ts';
import { canScan, scanCode } from './scan.ts';
import { verifySignature } from './verify-signature.ts';

const byId = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
};

const answer = byId('answer', HTMLElement);
const address = byId('address', HTMLTextAreaElement);
const camera = byId('camera', HTMLVideoElement);
const scan = byId('scan', HTMLButtonElement);
const byHand = byId('by-hand', HTMLElement);
const SCAN = scan.textContent;
const { zone = 'UTC', keys: keysAddress = '' } = answer.dataset;

interface Keys {
  readonly keys: readonly ProofKey[];
  readonly since: LocalDate | null;
}

/** The date in the insurer's time zone. */
const dayAt = (at: Date): LocalDate => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at) as LocalDate;

/** The keys, from the network or from the service worker's cache. */
const readKeys = async (): Promise<Keys> => {
  const read = await fetch(keysAddress);
  if (!read.ok) throw new Error(`the request for the keys failed with status ${read.status}`);
  const since = read.headers.get('date');
  return { keys: proofKeysIn(await read.json()), since: since === null ? null : dayAt(new Date(since)) };
};

let known: Keys | undefined;

/** Fetches newer keys for the next check. A check waits for the network only if no keys are known. */
const renewKeys = (): Promise<void> =>
  readKeys().then(
    (read) => {
      known = read;
    },
    () => undefined,
  );
const received = renewKeys();
// A page may stay open for weeks, and a key may be withdrawn in the meantime.
for (const event of ['focusin', 'visibilitychange']) document.addEventListener(event, () => void renewKeys());

/** The token in a URL or in a copied part of a URL. People may type the token in lower case. */
const tokenIn = (text: string): string => (text.trim().split(/[/#]/).at(-1) ?? '').toUpperCase();

const check = async (text: string): Promise<void> => {
  const token = tokenIn(text);
  if (token === '') return;
  if (!known) {
    answer.replaceChildren('…');
    await received;
  }
  if (known) {
    const days = { on: dayAt(new Date()), since: known.since };
    show(answerTo(await checkProof(verifySignature)(token, known.keys, dayOfCheck(days)), days), token);
  } else show(KEYS_UNKNOWN, token);
  answer.scrollIntoView();
  // Runs after the result is visible.
  setTimeout(() => void renewKeys());
};

const show = (result: CheckResult, token: string): void => {
  answer.replaceChildren(...elementsOf(result));
  if (!result.isOurs || !navigator.onLine) return;
  const link = element('a', 'Vérifier en ligne l’attestation et le contrat');
  link.setAttribute('href', token);
  answer.append(link);
};

/** Makes the browser lay out a result, and removes the result before it is visible. */
const layOutHidden = (result: CheckResult): void => {
  const place = document.createElement('section');
  place.style.cssText = 'position: fixed; top: 0; visibility: hidden';
  place.append(...elementsOf(result));
  answer.after(place);
  place.scrollIntoView({ block: 'nearest' });
  place.remove();
};

const elementsOf = ({ tone, title, words, facts }: CheckResult): readonly HTMLElement[] => {
  const heading = element('h2', title, tone);
  const list = document.createElement('dl');
  for (const [label, value, look] of facts) list.append(element('dt', label), element('dd', value, look));
  const [first = '', ...more] = words;
  return [heading, element('p', first), list, ...more.map((line) => element('p', line))];
};

const element = (name: string, text: string, look = ''): HTMLElement => {
  const made = document.createElement(name);
  made.textContent = noBreakSpaces(text);
  if (look !== '') made.className = look;
  return made;
};

byId('typed', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  void check(address.value);
});

let scanning: AbortController | undefined;

const scanOrStop = async (): Promise<void> => {
  if (scanning) return scanning.abort();
  scanning = new AbortController();
  scan.textContent = 'Arrêter';
  void renewKeys();
  byHand.hidden = true;
  answer.replaceChildren();
  try {
    const text = await scanCode(camera, scanning.signal);
    if (text !== undefined) await check(text);
  } catch {
    byHand.hidden = false;
  }
  scanning = undefined;
  scan.textContent = SCAN;
};

scan.addEventListener('click', () => void scanOrStop());
scan.hidden = !canScan();
byHand.hidden = canScan();

// Without a network, the service worker redirects the URL of a QR code to this page.
const fromAddress = (): void => void check(location.hash);
addEventListener('hashchange', fromAddress);
fromAddress();
// Prepares the first check after the page is visible. Scanning a code takes longer than this preparation.
setTimeout(() => {
  dayAt(new Date());
  void warmUp(layOutHidden);
});

// Two scopes, because QR codes contain the path in upper case.
for (const scope of ['./', '../V/']) void navigator.serviceWorker?.register('service-worker.js', { scope });
