import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { html } from '../src/web/html.ts';
import { layout } from '../src/web/layout.ts';
import { officeForAll } from './office.ts';
import { visitor } from './visitor.ts';

const NAMES = { sandbox: 'Bac à sable', staging: 'Préproduction', production: 'Production' } as const;

/** The relative luminance of a colour such as `#1f5fa8` (WCAG 2.2). */
const luminance = (colour: string): number => {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

describe('the environment of the console', () => {
  const office = officeForAll();

  it('is named in the title and the header of every page, even before the sign-in', async () => {
    const signedIn = await office.signedIn('Awa', 'look');
    const stranger = visitor(office.origin);
    for (const seen of [await stranger.get('/sign-in'), await signedIn.get('/'), await signedIn.get('/nothing')]) {
      expect(seen.text).to.match(/<title>[^<]+ · Console bac à sable<\/title>/);
      expect(seen.text).to.include('<span class="environment sandbox">Bac à sable</span>');
    }
  });

  it('has its own name and a colour with a contrast of at least 4.5 to its text', async () => {
    const css = readFileSync(new URL('../src/assets/console.css', import.meta.url), 'utf8');
    const [base = '', ...own] = css.match(/^\.environment[^{]*\{[^}]+\}/gm) ?? [];
    const colours = [base, ...own].map((rule) => /background: (#\w+)/.exec(rule)?.[1] ?? '');
    expect(new Set(colours).size).to.equal(3);
    for (const colour of colours) expect(1.05 / (luminance(colour) + 0.05), colour).to.be.greaterThan(4.5);
    for (const [environment, name] of Object.entries(NAMES)) {
      const page = await layout({ environment: environment as keyof typeof NAMES, title: 'Essai', body: html`` });
      expect(page).to.include(`<span class="environment ${environment}">${name}</span>`);
    }
  });
});
