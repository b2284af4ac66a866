import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import vm from 'node:vm';
import { publishedKeys } from '@vehicle-insurance/core';
import { expect } from 'chai';
import encodeQR from 'qr';
import { ADDRESS, aSigner, tokenBy } from '../../core/test/proof/signing.ts';
import { verifierScript } from '../src/verifier-script.ts';

const signer = aSigner();
const TOKEN = tokenBy(signer);
const FORGED = tokenBy(aSigner());
const OURS = `${ADDRESS}${TOKEN}`;
const [AUTHENTIC, NOT_YET, ENDED] = ['en cours', 'pas encore commencée', 'terminée'].map(
  (period) => `Contrat authentique, période d’assurance ${period}`,
) as [string, string, string];
const [INVALID, UNKNOWN] = ['Ce code n’est pas valable', 'Clé de vérification manquante'];

/** A picture of our code, as a camera sees it. */
const PICTURE = (() => {
  const rows = encodeQR(OURS, 'raw', { ecc: 'medium', border: 4, scale: 2 });
  const pixels = rows.flat().flatMap((isDark) => [...Array<number>(3).fill(isDark ? 0 : 255), 255]);
  return { width: rows.length, height: rows.length, data: Uint8ClampedArray.from(pixels) };
})();

/** As much of an element as the page uses. */
class Part extends EventTarget {
  hidden = false;
  value = '';
  textContent = '';
  readonly dataset: Record<string, string> = {};
  readonly attributes: Record<string, string> = {};
  parts: readonly (Part | string)[] = [];
  readonly replaceChildren = (...parts: readonly (Part | string)[]) => (this.parts = parts);
  readonly append = (...parts: readonly Part[]) => (this.parts = [...this.parts, ...parts]);
  readonly setAttribute = (name: string, value: string) => (this.attributes[name] = value);
  readonly scrollIntoView = () => this.dispatchEvent(new Event('visible'));
  readonly play = async () => undefined;
  readonly getContext = () => ({ drawImage: () => undefined, getImageData: () => PICTURE });
}

const PHONE = {
  ...{ now: '2026-12-01T12:00:00Z', zone: 'Africa/Abidjan', hash: '', isOnline: true },
  ...{ camera: undefined as object | undefined, detector: undefined as object | undefined },
  // The response to a request for the keys.
  ...{ status: 200, received: '2026-10-31T08:00:00Z' },
};

describe('the script of the page that checks papers', () => {
  let script: vm.Script;
  before(async () => {
    script = new vm.Script(await verifierScript());
  });

  /** The page on a phone, and the service that sends the keys. */
  const opened = (over: Partial<typeof PHONE> = {}) => {
    const phone = { ...PHONE, ...over };
    const service = { status: phone.status, received: phone.received, withdrawn: false };
    const elements = new Map<string, Part>();
    const byId = (id: string): Part => elements.get(id) ?? elements.set(id, new Part()).get(id)!;
    const [answer, scan, camera, byHand] = [byId('answer'), byId('scan'), byId('camera'), byId('by-hand')];
    Object.assign(answer.dataset, { zone: phone.zone, keys: '../keys.json' });
    Object.assign(camera, { videoWidth: PICTURE.width, videoHeight: PICTURE.height, hidden: true });
    const page = Object.assign(new EventTarget(), { location: { hash: phone.hash } });
    const document = Object.assign(new EventTarget(), { getElementById: byId, createElement: () => new Part() });
    const later: (() => void)[] = [];
    const readKeys = async () => {
      const keys = publishedKeys([{ publicKey: signer.publicKey, withdrawn: service.withdrawn }]);
      const headers = new Headers({ date: new Date(service.received).toUTCString() });
      return { ok: service.status === 200, status: service.status, headers, json: async () => keys };
    };
    script.runInNewContext({
      ...{ HTMLElement: Part, HTMLTextAreaElement: Part, HTMLVideoElement: Part, HTMLButtonElement: Part },
      ...{ HTMLFormElement: Part, document, fetch: readKeys, scheduler: { yield: turn } },
      ...{ AbortController, TextDecoder, Uint8ClampedArray, crypto, performance },
      ...{ location: page.location, addEventListener: page.addEventListener.bind(page) },
      navigator: { onLine: phone.isOnline, ...(phone.camera && { mediaDevices: phone.camera }) },
      window: { BarcodeDetector: phone.detector },
      setTimeout: (work: () => void) => later.push(work),
      requestAnimationFrame: setImmediate,
      Date: class extends Date {
        constructor(at = phone.now) {
          super(at);
        }
      },
    });
    // Leaves out the warm-up, which has a test of its own.
    later.length = 0;
    const parts = () => answer.parts as readonly Part[];
    const words = () => parts().map(({ textContent }) => textContent.replaceAll(/[\u00a0\u202f]/g, ' '));
    const shownAfter = async (act: () => unknown) => {
      const visible = once(answer, 'visible');
      act();
      await visible;
      await turn();
      return words()[0];
    };
    const fire = (at: EventTarget, type: string) => at.dispatchEvent(new Event(type));
    const submit = (text: string) => {
      byId('address').value = text;
      fire(byId('typed'), 'submit');
    };
    return {
      ...{ service, page, document, answer, scan, camera, byHand, later, parts, words, shownAfter, fire, submit },
      press: () => fire(scan, 'click'),
      check: (text: string) => shownAfter(() => submit(text)),
    };
  };

  it('finds the token in every form of its address, in either case, and in its own address', async () => {
    const { check, shownAfter, fire, page } = opened({ hash: `#${FORGED}` });
    expect(await shownAfter(() => undefined)).to.equal(UNKNOWN);
    for (const text of [OURS, OURS.toLowerCase(), `https://assurance.example/v/#${TOKEN}`, ` ${TOKEN}\n`]) {
      expect(await check(text), text).to.equal(AUTHENTIC);
      page.location.hash = `#${FORGED}`;
      expect(await shownAfter(() => fire(page, 'hashchange'))).to.equal(UNKNOWN);
    }
  });

  it('waits for the keys at its first check, and requests a network connection if it receives none', async () => {
    const { submit, answer, shownAfter } = opened();
    submit(TOKEN);
    expect(answer.parts).to.deep.equal(['…']);
    expect(await shownAfter(() => undefined)).to.equal(AUTHENTIC);
    for (const status of [404, 503]) {
      expect(await opened({ status }).check(TOKEN), `${status}`).to.equal('Clés de vérification manquantes');
    }
  });

  // A page may stay open for weeks.
  it('rejects a key that was withdrawn since the page was opened, after each check, each scan and each return to the page', async () => {
    const camera = { getUserMedia: () => Promise.reject(new Error('denied')) };
    const renewals: Readonly<Record<string, (page: ReturnType<typeof opened>) => unknown>> = {
      'the check': ({ later }) => later.forEach((work) => work()),
      'a scan': ({ press }) => press(),
      focus: ({ fire, document }) => fire(document, 'focusin'),
      'another application': ({ fire, document }) => fire(document, 'visibilitychange'),
    };
    for (const [after, renew] of Object.entries(renewals)) {
      const page = opened({ camera });
      expect(await page.check(TOKEN)).to.equal(AUTHENTIC);
      page.service.withdrawn = true;
      renew(page);
      await turn();
      page.service.status = 503;
      expect(await page.check(TOKEN), after).to.equal(INVALID);
    }
  });

  it('takes today’s date from the insurer’s time zone, and never uses a day before the keys were received', async () => {
    for (const [now, zone, title] of [
      ['2026-10-31T12:00:00Z', 'Pacific/Kiritimati', AUTHENTIC],
      ['2026-11-01T08:00:00Z', 'Pacific/Honolulu', NOT_YET],
      ['2027-10-31T23:59:59Z', 'Africa/Abidjan', AUTHENTIC],
      ['2027-11-01T00:00:00Z', 'Africa/Abidjan', ENDED],
    ] as const)
      expect(await opened({ now, zone }).check(TOKEN), `${now} in ${zone}`).to.equal(title);
    const [page, behind] = [opened(), opened({ received: '2027-11-01T00:00:00Z' })];
    await page.check(TOKEN);
    expect(page.words().join(' ')).to.include('Vérifié le 1er décembre 2026').and.include('reçues le 31 octobre 2026');
    expect(await behind.check(TOKEN)).to.equal(ENDED);
    expect(behind.words().join(' '))
      .to.include('L’horloge de ce téléphone est en retard')
      .and.include('1er novembre 2027');
  });

  it('links a paper of ours to its check online, while there is a network', async () => {
    for (const [isOnline, text, links] of [
      [true, TOKEN, [TOKEN]],
      [false, TOKEN, []],
      [true, FORGED, []],
    ] as const) {
      const { check, parts } = opened({ isOnline });
      await check(text);
      expect(parts().flatMap(({ attributes }) => attributes['href'] ?? [])).to.deep.equal(links);
    }
  });

  describe('with a camera', () => {
    const tracks: string[] = [];
    const camera = {
      getUserMedia: async () => {
        tracks.push('on');
        return { getTracks: () => ['picture', 'sound'].map((name) => ({ stop: () => tracks.push(name) })) };
      },
    };
    const detector = (formats: readonly string[], detect: () => Promise<readonly object[]>) =>
      class {
        static readonly getSupportedFormats = async () => formats;
        readonly detect = detect;
      };
    const both = async () => ['https://authority.example/v/1', OURS].map((rawValue) => ({ rawValue }));
    beforeEach(() => (tracks.length = 0));

    for (const [what, found] of Object.entries({
      'the browser’s detector, which also sees the authority’s code': detector(['qr_code'], both),
      'its own detector': undefined,
      'its own detector if the browser’s reads no such code': detector(['ean_13'], async () => [
        { rawValue: '7612345' },
      ]),
      'its own detector if the browser’s fails': detector(['qr_code'], () => Promise.reject(new Error('no service'))),
    }))
      it(`reads our code with ${what}, and switches the camera off every time`, async () => {
        const page = opened({ camera, ...(found && { detector: found }) });
        for (let time = 0; time < 2; time += 1) {
          tracks.length = 0;
          expect(await page.shownAfter(page.press)).to.equal(AUTHENTIC);
          expect([tracks, page.camera.hidden]).to.deep.equal([['on', 'picture', 'sound'], true]);
        }
      });

    it('stops when the button is pressed again, and offers text input if access is denied', async () => {
      const page = opened({ camera, detector: detector(['qr_code'], async () => []) });
      page.press();
      while (page.camera.hidden) await turn();
      page.press();
      while (!page.camera.hidden) await turn();
      expect([tracks, page.answer.parts]).to.deep.equal([['on', 'picture', 'sound'], []]);
      const denied = opened({ camera: { getUserMedia: () => Promise.reject(new Error('denied')) } });
      expect(denied.byHand.hidden).to.equal(true);
      denied.press();
      await turn();
      expect([denied.byHand.hidden, denied.camera.hidden]).to.deep.equal([false, true]);
    });
  });
});
