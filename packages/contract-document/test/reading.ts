import type { ContractFacts, Language } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { extractText, getDocumentProxy } from 'unpdf';
import { pdfContractDocument } from '../src/index.ts';

/** Shared by all tests: each has a thread of its own. */
export const contractDocument = pdfContractDocument();

/** The text of every page, as it would be copied; runs of spaces and line ends are one space. */
export const pagesIn = async (pdf: Uint8Array): Promise<readonly string[]> => {
  const { text } = await extractText(await getDocumentProxy(pdf));
  return text.map((page) => page.replace(/\s+/g, ' '));
};

export const textIn = async (pdf: Uint8Array): Promise<string> => (await pagesIn(pdf)).join(' ');

type Drawn = WeakMap<ContractFacts, Promise<readonly string[]>>;
const drawn: Readonly<Record<Language, Drawn>> = { fr: new WeakMap(), en: new WeakMap() };

/** The text of every page of a contract. The same facts are drawn once. */
export const pagesOf = (facts: ContractFacts, language: Language = 'fr'): Promise<readonly string[]> => {
  const pages = drawn[language].get(facts) ?? contractDocument.render(facts, language).then(pagesIn);
  drawn[language].set(facts, pages);
  return pages;
};

export const textOf = async (facts: ContractFacts, language?: Language): Promise<string> =>
  (await pagesOf(facts, language)).join(' ');

/** The text of a contract without any space: what was printed, wherever lines were broken. */
export const lettersOf = async (facts: ContractFacts): Promise<string> => (await textOf(facts)).replace(/\s/g, '');

export const expectNoLonelySignatures = (pages: readonly string[]): void => {
  const last = pages.at(-1) ?? '';
  const before = last.slice(0, last.indexOf('Les présentes conditions particulières'));
  expect(before.length, last).to.be.above('Conditions particulières – Assurance automobile Police n°'.length + 40);
};
