import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { told } from '../src/words/told.ts';

const shown = async (said: string | null): Promise<string> => String(await told(said)).replaceAll(/\s/g, ' ');

describe('what is kept, told in French', () => {
  const french = {
    'the provider gave no answer: broken connection': 'le fournisseur ne répond pas : connexion rompue',
    'the authority refused: -4: no certificates are left in stock':
      'l’autorité refuse : -4 : plus d’attestation en stock',
    '-4: no certificates are left in stock': '-4 : plus d’attestation en stock',
    'it is for other days: 2027-01-05 to 2028-01-04': 'elle est d’autres jours : du 2027-01-05 au 2028-01-04',
    'the provider answered 503': 'le fournisseur a répondu 503',
    'missing_here, wave T1, statement -147397': 'Opération que nos comptes n’ont pas, wave T1, relevé -147 397 F CFA',
    'other_fee, wave T1, statement 700, records 700':
      'Autres frais que convenu, wave T1, relevé 700 F CFA, nos comptes 700 F CFA',
    'missing_there, wave, records 5': 'Payé chez nous, absent du relevé, wave, nos comptes 5 F CFA',
    'dismissed: retirée par l’autorité': 'retiré de la liste : retirée par l’autorité',
    'the authority holds certificate SP-1': 'l’autorité a l’attestation SP-1',
    'the authority holds certificate SP-1 from our request, though it is for policy VI-2':
      'l’autorité a l’attestation SP-1 de notre demande, mais elle est de la police VI-2',
    'the authority has issued SP-1 for it, and SP-2 was attached': 'l’autorité a édité SP-1, et SP-2 est jointe',
    'the authority has issued SP-1 for it, though it is for the vehicle AA-1, and SP-2 was attached':
      'l’autorité a édité SP-1, mais elle est du véhicule AA-1, et SP-2 est jointe',
    'the authority holds nothing but what was attached': 'l’autorité n’a rien d’autre que ce qui est joint',
    'the authority has not ended request 7': 'l’autorité n’a pas clos la demande 7',
    'certificate SP-1 attached by hand': 'attestation SP-1 jointe à la main',
    'certificate SP-1 attached by hand: reçue': 'attestation SP-1 jointe à la main : reçue',
    'some of its days are covered by VI-1, VI-2': 'certains de ses jours sont couverts par VI-1, VI-2',
    'contractDocument cannot be stored': 'le dépôt ne prend pas le contrat',
    'given back by hand, reference VIR-7: caisse': 'rendu à la main, référence VIR-7 : caisse',
    'given back on the provider’s pages, as the provider confirms, reference VIR-7: caisse':
      'rendu par les pages du fournisseur, qui le confirme, référence VIR-7 : caisse',
    'recorded as given back by hand as well, reference VIR-7: caisse; it was given back already':
      'noté comme rendu à la main aussi, référence VIR-7 : caisse ; c’était déjà rendu',
    'the provider has given it back; recorded as given back by hand as well, reference VIR-7: caisse':
      'le fournisseur a rendu l’argent ; noté comme rendu à la main aussi, référence VIR-7 : caisse',
    'repeated returned: virement reçu': 'ce que le payeur devait est revenu : virement reçu',
  };
  for (const [said, inFrench] of Object.entries(french))
    it(said, async () => expect(await shown(said)).to.equal(inFrench));

  it('has words for every sentence without variable parts that use cases and gateways say', async () => {
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
