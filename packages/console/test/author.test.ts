import { expect } from 'chai';
import { authorHtml } from '../src/words/author.ts';
import { textOf } from './visitor.ts';

describe('the author of a change', () => {
  it('is shown with the confirming person, whose name follows « d’ » if it starts with a vowel', async () => {
    for (const [name, text] of [
      ['Koffi', 'par Yao, avec la confirmation de Koffi'],
      ['Awa', 'par Yao, avec la confirmation d’Awa'],
      ['Émile', 'par Yao, avec la confirmation d’Émile'],
      ['Awa, Koffi', 'par Yao, avec la confirmation d’« Awa, Koffi »'],
    ] as const) {
      const confirmedBy = { name, issuer: null, subject: null };
      expect(textOf({ text: String(await authorHtml({ by: 'Yao', confirmedBy })) })).to.equal(text);
    }
  });
});
