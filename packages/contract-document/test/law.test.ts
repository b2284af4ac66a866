import { readFileSync } from 'node:fs';
import { CLAUSE_SUBJECTS, type Clause, type ContractFacts } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { getDocumentProxy } from 'unpdf';
import { fullFacts } from './facts.ts';
import { contractDocument, textIn } from './reading.ts';

const clause = (subject: Clause['subject']): Clause => ({
  ...{ subject, title: { text: `Titre ${subject}` }, text: `Clause ${subject} du contrat.` },
});

const wholeFacts: ContractFacts = {
  ...fullFacts,
  policyholderAddress: 'Cocody, rue des Jardins',
  chassisNumber: 'JTDBR32E720123456',
  conditions: fullFacts.conditions && {
    code: 'motor',
    territory: { text: 'Côte d’Ivoire.' },
    effectHour: '00:00',
    clauses: CLAUSE_SUBJECTS.map(clause),
  },
};

const REQUIRED: Readonly<Record<string, { readonly under: string; readonly texts: readonly string[] }>> = {
  'in writing, in the country’s official language': { under: '', texts: ['Conditions particulières'] },
  'names of the parties': {
    under: 'Parties au contrat',
    texts: ['Aya Koné', 'Assurances du Golfe', 'Lagune Courtage Assurances'],
  },
  'addresses of the parties': {
    under: 'Parties au contrat',
    texts: ['Cocody, rue des Jardins', '12 avenue du Golfe, Abidjan', '3 rue du Commerce, Abidjan'],
  },
  'what or who is insured': {
    under: 'Véhicule assuré',
    texts: ['AA-123-AB', 'Corolla Cross', 'Numéro de châssis JTDBR32E720123456'],
  },
  'which risks are covered': { under: 'Garanties souscrites', texts: ['Responsabilité civile', 'Défense et recours'] },
  'from when, and for how long': {
    under: 'Période d’assurance',
    texts: ['12 mois', 'du 1er novembre 2026 au 31 octobre 2027 inclus', 'Prise d’effet : 1er novembre 2026 à 09 h 11'],
  },
  'up to which amount': {
    under: 'Garanties souscrites',
    texts: ['Montant garanti', '1 000 000 FCFA', 'Franchise', '1 % du dommage'],
  },
  'the premium, and how it is paid': {
    under: 'Décompte de la prime',
    texts: ['Prime nette', '104 627 FCFA', 'Frais de paiement', '105 674 FCFA', 'Mode de paiement Wave'],
  },
  'tacit renewal, if agreed': { under: 'Conditions du contrat', texts: ['Clause renewal'] },
  'extension, termination, end of effects': { under: 'Conditions du contrat', texts: ['Clause termination'] },
  'what the insured declares, at first and later': { under: 'Conditions du contrat', texts: ['Clause declaration'] },
  'how and when a claim is reported': { under: 'Conditions du contrat', texts: ['Clause claims'] },
  'when claims are paid': { under: 'Conditions du contrat', texts: ['Clause settlement'] },
  'how damage is valued': { under: 'Conditions du contrat', texts: ['Clause valuation'] },
  'limitation period (prescription)': { under: 'Conditions du contrat', texts: ['Clause prescription'] },
  'forms of termination and its notice': { under: 'Conditions du contrat', texts: ['Clause termination'] },
  'exclusions in conspicuous type': { under: 'Conditions du contrat', texts: ['Clause exclusions'] },
  'nullities and forfeitures in conspicuous type': {
    under: 'Conditions du contrat',
    texts: ['Clause sanctions'],
  },
};

const TITLES = [
  ...['Parties au contrat', 'Véhicule assuré', 'Période d’assurance', 'Garanties souscrites', 'Décompte de la prime'],
  ...['Attestation d’assurance', 'Conditions du contrat'],
];

const table = (): readonly (readonly [string, string])[] => {
  const page = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8');
  const [, article = ''] = page.split('## Article 8: what a contract indicates');
  return (article.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:-|required item)/.test(line))
    .map((line) => {
      const [, topic = '', where = ''] = line
        .replaceAll("'", '’')
        .split('|')
        .map((cell) => cell.trim());
      return [topic, where];
    });
};

describe('the legally required content of a contract', () => {
  let pdf: Uint8Array;
  let text: string;
  before(async () => {
    pdf = await contractDocument.render(wholeFacts);
    // A copy, because reading a document consumes its bytes.
    text = await textIn(pdf.slice());
  });

  const section = (title: string): string => {
    const from = title === '' ? 0 : text.lastIndexOf(title);
    const next = title === '' ? undefined : TITLES[TITLES.indexOf(title) + 1];
    return text.slice(from, next === undefined ? undefined : text.lastIndexOf(next));
  };

  // Proves: papers-contain-legal-items
  it('is what the table of docs/contract.md lists, line by line, each in the section named there', () => {
    expect(table().map(([topic]) => topic)).to.deep.equal(Object.keys(REQUIRED));
    for (const [topic, where] of table()) {
      const { under = '', texts = [] } = REQUIRED[topic] ?? {};
      if (under !== '') expect(where, topic).to.match(new RegExp(`^${under}`));
      expect(text.lastIndexOf(under), under).to.be.above(-1);
      for (const each of texts) expect(section(under), topic).to.include(each);
    }
  });

  // Proves: papers-contain-legal-items
  it('is conspicuous if required: with a larger title and a bolder face than other clauses', async () => {
    const document = await getDocumentProxy(pdf);
    const seen = new Map<string, { readonly size: number; readonly face: string }>();
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      for (const item of items) if ('str' in item) seen.set(item.str, { size: item.height, face: item.fontName });
    }
    const title = (subject: string) => seen.get(`Titre ${subject}`) ?? { size: 0, face: '' };
    const body = (subject: string) => seen.get(`Clause ${subject} du contrat.`)?.face ?? '';
    for (const subject of CLAUSE_SUBJECTS) {
      const isConspicuous = ['exclusions', 'sanctions'].includes(subject);
      expect(title(subject).size, subject).to.be.above(0);
      expect(title(subject).size > title('premium').size, subject).to.equal(isConspicuous);
      expect(body(subject) === title(subject).face, subject).to.equal(isConspicuous);
    }
  });
});
