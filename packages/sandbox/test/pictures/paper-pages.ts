import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Screen } from './chromium.ts';

const run = promisify(execFile);

/** A4, at 100 dots to the inch. */
const SHEET: Screen = { width: 827, height: 1169 };

/** Takes pictures of a PDF's pages, one of each number that is asked for. */
export const paperPages =
  (browser: Browser, pdftoppm: string) =>
  async (pdf: Uint8Array, numbers: readonly number[] = [1]): Promise<readonly Buffer[]> => {
    const folder = await mkdtemp(join(tmpdir(), 'paper-'));
    try {
      const [paper, page] = [join(folder, 'paper.pdf'), join(folder, 'page.html')];
      await writeFile(paper, pdf);
      await writeFile(page, `<body style="margin: 0"><img src="page.png" width="${SHEET.width}"></body>`);
      const pictures: Buffer[] = [];
      for (const number of numbers) {
        const pages = ['-f', `${number}`, '-l', `${number}`, '-singlefile'];
        await run(pdftoppm, [...pages, '-png', '-r', '100', paper, join(folder, 'page')]);
        pictures.push(await browser.picture(pathToFileURL(page).href, SHEET));
      }
      return pictures;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
