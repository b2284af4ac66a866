import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { ABIDJAN } from '@vehicle-insurance/core';
import { chromium, type Page } from 'playwright-core';
import { aSigner, tokenBy } from '../../../core/test/proof/signing.ts';
import { inMemory, listening } from '../../../http/test/serving.ts';
import { programNamed } from '../pictures/programs.ts';

// What the first check on a phone takes in a browser that has no verifier of its own, by Chromium's slowed down
// processor: from the press of the button until the answer stands in the page. Four times is what Chrome calls a
// mid-tier phone.   node packages/sandbox/test/measure/first-check.ts [pages]

const PAGES = Number(process.argv[2] ?? 11);
/** Milliseconds that the page has stood for: one who scans a code takes longer. */
const STOOD = 3_000;

const WITHOUT_VERIFIER = `{
  const importKey = crypto.subtle.importKey.bind(crypto.subtle);
  crypto.subtle.importKey = (format, key, algorithm, ...more) =>
    algorithm === 'Ed25519'
      ? Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'))
      : importKey(format, key, algorithm, ...more);
}`;

const check = (page: Page, token: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve) => {
    const answer = document.getElementById('answer');
    document.getElementById('address').value = '${token}';
    const begun = performance.now();
    new MutationObserver((_, observer) => {
      if (!answer.querySelector('h2')) return;
      observer.disconnect();
      resolve(performance.now() - begun);
    }).observe(answer, { childList: true });
    document.getElementById('typed').requestSubmit();
  })`);

const told = (times: readonly number[]): string => {
  const sorted = times.toSorted((one, other) => one - other).map((time) => time.toFixed(1));
  return `median ${sorted[sorted.length >> 1]} ms, fastest ${sorted[0]}, slowest ${sorted.at(-1)}`;
};

const signer = aSigner();
const world = await inMemory();
const keys = [{ publicKey: signer.publicKey, withdrawn: false }];
const proofs = { show: async () => ({ standing: 'refused' as const }), keys, zone: ABIDJAN };
const api = await listening({ ...world.dependencies, proofs }, world.key);
const executablePath = programNamed('chromium', 'chromium-browser', 'google-chrome') ?? '';
for (const slower of [4, 6])
  for (const native of [false, true]) {
    const [first, tenth]: [number[], number[]] = [[], []];
    for (let at = 0; at < PAGES; at += 1) {
      const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      if (!native) await page.addInitScript(WITHOUT_VERIFIER);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
      await page.goto(`${api.origin}/v/`);
      await wait(STOOD);
      first.push(await check(page, tokenBy(signer)));
      for (let time = 2; time < 10; time += 1) await check(page, tokenBy(signer));
      tenth.push(await check(page, tokenBy(signer)));
      await browser.close();
    }
    const verifier = native ? 'WebCrypto' : 'JavaScript';
    process.stdout.write(`${slower} times slower, ${verifier}: first ${told(first)}; tenth ${told(tenth)}\n`);
  }
await api.close();
