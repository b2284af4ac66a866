// What the page at /v/ runs in a browser: it reads a code, checks it as every app does, and asks nothing of the network.

import { checkProof, proofKeysIn, type LocalDate, type ProofKey } from '@vehicle-insurance/core';
import { answerTo, dayOfCheck, KEYS_UNKNOWN, type Said } from './answer.ts';
import { rehearse } from './rehearse.ts';
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

/** A day of the insurer's calendar. */
const dayAt = (at: Date): LocalDate => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(at) as LocalDate;

/** The keys, from the network or as they were kept by the service worker. */
const readKeys = async (): Promise<Keys> => {
  const read = await fetch(keysAddress);
  if (!read.ok) throw new Error(`the keys are answered with ${read.status}`);
  const since = read.headers.get('date');
  return { keys: proofKeysIn(await read.json()), since: since === null ? null : dayAt(new Date(since)) };
};

let known: Keys | undefined;

/** Has newer keys at hand for the next check; this one does not wait for a network that may not answer. */
const renewKeys = (): Promise<void> =>
  readKeys().then(
    (read) => {
      known = read;
    },
    () => undefined,
  );
const received = renewKeys();
// A page may stand open for weeks, and a key be withdrawn meanwhile.
for (const event of ['focusin', 'visibilitychange']) document.addEventListener(event, () => void renewKeys());

/** The token in an address, or in what was copied of one. People may write it in small letters. */
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
  // Once the answer is seen.
  setTimeout(() => void renewKeys());
};

const show = (said: Said, token: string): void => {
  answer.replaceChildren(...drawn(said));
  if (!said.isOurs || !navigator.onLine) return;
  const link = element('a', 'Vérifier en ligne si le contrat a été annulé');
  link.setAttribute('href', token);
  answer.append(link);
};

/** Has the browser lay an answer out, and takes it away before it is seen. */
const drawUnseen = (said: Said): void => {
  const place = document.createElement('section');
  place.style.cssText = 'position: fixed; top: 0; visibility: hidden';
  place.append(...drawn(said));
  answer.after(place);
  place.scrollIntoView({ block: 'nearest' });
  place.remove();
};

const drawn = ({ tone, title, words, facts }: Said): readonly HTMLElement[] => {
  const heading = element('h2', title, tone);
  const list = document.createElement('dl');
  for (const [label, value, look] of facts) list.append(element('dt', label), element('dd', value, look));
  const [first = '', ...more] = words;
  return [heading, element('p', first), list, ...more.map((line) => element('p', line))];
};

const element = (name: string, text: string, look = ''): HTMLElement => {
  const made = document.createElement(name);
  made.textContent = text;
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

// Without a network the service worker leads here from the address of a code.
const fromAddress = (): void => void check(location.hash);
addEventListener('hashchange', fromAddress);
fromAddress();
// Once the page stands, what the first check needs besides: who scans a code takes longer than this.
setTimeout(() => {
  dayAt(new Date());
  void rehearse(drawUnseen);
});

// Twice: codes write the path in capitals.
for (const scope of ['./', '../V/']) void navigator.serviceWorker?.register('service-worker.js', { scope });
