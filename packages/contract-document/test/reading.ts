import type { ContractFacts, Language } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { extractText, getDocumentProxy } from 'unpdf';
import { pdfContractDocument } from '../src/index.ts';

/** Shared by all tests, because each instance has its own thread. */
export const contractDocument = pdfContractDocument();

/** The text of every page, as it would be copied, with single spaces instead of white space. */
export const pagesIn = async (pdf: Uint8Array): Promise<readonly string[]> => {
  const { text } = await extractText(await getDocumentProxy(pdf));
  return text.map((page) => page.replace(/\s+/g, ' '));
};

export const textIn = async (pdf: Uint8Array): Promise<string> => (await pagesIn(pdf)).join(' ');

/** The addresses that a document links to. */
export const linksIn = async (pdf: Uint8Array): Promise<readonly unknown[]> => {
  const document = await getDocumentProxy(pdf);
  const pages = Array.from({ length: document.numPages }, (_, at) => document.getPage(at + 1));
  const all = await Promise.all(pages.map(async (page) => (await page).getAnnotations()));
  return all.flat().map(({ url }: { readonly url?: unknown }) => url);
};

type Drawn = WeakMap<ContractFacts, Promise<readonly string[]>>;
const drawn: Readonly<Record<Language, Drawn>> = { fr: new WeakMap(), en: new WeakMap() };

/** The text of every page of a contract, cached by its facts. */
export const pagesOf = (facts: ContractFacts, language: Language = 'fr'): Promise<readonly string[]> => {
  const pages = drawn[language].get(facts) ?? contractDocument.render(facts, language).then(pagesIn);
  drawn[language].set(facts, pages);
  return pages;
};

export const textOf = async (facts: ContractFacts, language?: Language): Promise<string> =>
  (await pagesOf(facts, language)).join(' ');

/** The text of a contract without spaces, independent of line breaks. */
export const lettersOf = async (facts: ContractFacts): Promise<string> => (await textOf(facts)).replace(/\s/g, '');

export const expectNoLonelySignatures = (pages: readonly string[]): void => {
  const last = pages.at(-1) ?? '';
  const before = last.slice(0, last.indexOf('Les présentes conditions particulières'));
  expect(before.length, last).to.be.above('Conditions particulières – Assurance automobile Police n°'.length + 40);
};
