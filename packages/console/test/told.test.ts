import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { told } from '../src/words/told.ts';

const shown = async (said: string | null): Promise<string> => String(await told(said)).replaceAll(/\s/g, ' ');

describe('what is kept, told in French', () => {
  for (const [said, inFrench] of [
    ['the provider gave no answer: broken connection', 'le fournisseur ne répond pas : connexion rompue'],
    [
      'the authority refused: -4: no certificates are left in stock',
      'l’autorité refuse : -4 : plus d’attestation en stock',
    ],
    ['-4: no certificates are left in stock', '-4 : plus d’attestation en stock'],
    ['it is for other days: 2027-01-05 to 2028-01-04', 'elle est d’autres jours : du 2027-01-05 au 2028-01-04'],
    ['the provider answered 503', 'le fournisseur a répondu 503'],
    ['missing_here, wave T1, statement -147397', 'Opération que nos comptes n’ont pas, wave T1, relevé -147 397 F CFA'],
    [
      'other_fee, wave T1, statement 700, records 700',
      'Autres frais que convenu, wave T1, relevé 700 F CFA, nos comptes 700 F CFA',
    ],
    ['missing_there, wave, records 5', 'Payé chez nous, absent du relevé, wave, nos comptes 5 F CFA'],
    ['dismissed: retirée par l’autorité', 'retiré de la liste : retirée par l’autorité'],
  ] as const)
    it(`${said}`, async () => expect(await shown(said)).to.equal(inFrench));

  it('has words for everything that use cases and gateways say of a piece of work', async () => {
    const folders = ['core', 'mobile-money', 'certificate-authority'].map(
      (name) => new URL(`../../${name}/src/`, import.meta.url),
    );
    const files = folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => readFileSync(new URL(name, folder), 'utf8')),
    );
    const said = files.flatMap((text) =>
      [...text.matchAll(/(?:\bwhy: |\bunknown\(|^ {2}\[-\d+\]: |\bkeep\([^\n]*, )'([^'\n]+)'/gm)].map(
        ([, words = '']) => words,
      ),
    );
    expect(said).to.include.members(['a notification came', 'no certificates are left in stock', 'not given back yet']);
    const unknown: string[] = [];
    const sentences = said.filter((words) => words.includes(' '));
    for (const words of new Set(sentences)) if ((await shown(words)).includes('lang="en"')) unknown.push(words);
    expect(unknown).to.deep.equal([]);
  });

  it('marks what it has no words for as English, and puts in nothing that is marked', async () => {
    expect(await shown('quite, another <b>thing</b>')).to.equal(
      '<span lang="en">quite, another &lt;b&gt;thing&lt;/b&gt;</span>',
    );
    expect(await shown('other, wave T1')).to.equal('<span lang="en">other, wave T1</span>');
    expect(await shown(null)).to.equal('');
  });
});
