// What the page at /v/ runs in a browser: it reads a code, checks it as every app does, and asks nothing of the network.

import { checkProof, proofKeysIn, type LocalDate, type ProofKey } from '@vehicle-insurance/core';
import { answerTo, KEYS_UNKNOWN, type Said } from './answer.ts';
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
const { zone = 'UTC', keys: keysAddress = '' } = answer.dataset;

interface Keys {
  readonly keys: readonly ProofKey[];
  /** When they were received. */
  readonly since: string | null;
}

/** The keys, from the network or as they were kept by the service worker. */
const readKeys = async (): Promise<Keys> => {
  const read = await fetch(keysAddress);
  if (!read.ok) throw new Error(`the keys are answered with ${read.status}`);
  return { keys: proofKeysIn(await read.json()), since: read.headers.get('date') };
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

/** The token in an address, or in what was copied of one. People may write it in small letters. */
const tokenIn = (text: string): string => (text.trim().split(/[/#]/).at(-1) ?? '').toUpperCase();

/** Today in the insurer's calendar, by the clock of this phone. */
const today = (): LocalDate => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format() as LocalDate;

const check = async (text: string): Promise<void> => {
  const token = tokenIn(text);
  if (token === '') return;
  answer.replaceChildren('…');
  await (known ?? received);
  const on = today();
  show(
    known
      ? answerTo(await checkProof(verifySignature)(token, known.keys, on), { on, since: known.since })
      : KEYS_UNKNOWN,
    token,
  );
  answer.scrollIntoView();
  void renewKeys();
};

const show = ({ tone, title, words, facts, isOurs }: Said, token: string): void => {
  const heading = element('h2', title, tone);
  const list = document.createElement('dl');
  for (const [label, value, look] of facts) list.append(element('dt', label), element('dd', value, look));
  const [first = '', ...more] = words;
  answer.replaceChildren(heading, element('p', first), list, ...more.map((line) => element('p', line)));
  if (!isOurs || !navigator.onLine) return;
  const link = element('a', 'Vérifier en ligne si le contrat a été annulé');
  link.setAttribute('href', token);
  answer.append(link);
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
scan.addEventListener(
  'click',
  () => void scanCode(camera).then(check, () => (byId('by-hand', HTMLElement).hidden = false)),
);
void canScan().then((able) => {
  scan.hidden = !able;
  byId('by-hand', HTMLElement).hidden = able;
});

// Without a network the service worker leads here from the address of a code.
const fromAddress = (): void => void check(location.hash);
addEventListener('hashchange', fromAddress);
fromAddress();

// Twice: codes write the path in capitals.
for (const scope of ['./', '../V/']) void navigator.serviceWorker?.register('service-worker.js', { scope });
