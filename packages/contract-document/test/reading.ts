import type { ContractFacts } from '@vehicle-insurance/core';
import { extractText, getDocumentProxy } from 'unpdf';
import { pdfContractDocument } from '../src/index.ts';

/** The one the tests share: each has a thread of its own. */
export const contractDocument = pdfContractDocument();

/** The text of every page, as someone who selects it would copy it; runs of spaces and line ends are one space. */
export const pagesOf = async (facts: ContractFacts): Promise<readonly string[]> =>
  pagesIn(await contractDocument.render(facts));

/** The text of the whole document without any space: what is left is what was printed, wherever a line was broken. */
export const lettersOf = async (facts: ContractFacts): Promise<string> =>
  (await pagesOf(facts)).join('').replace(/\s/g, '');

/** The text of a document, all pages one after the other. */
export const textOf = async (pdf: Uint8Array): Promise<string> => (await pagesIn(pdf)).join(' ');

/** The text of every page of a document. */
export const pagesIn = async (pdf: Uint8Array): Promise<readonly string[]> => {
  const { text } = await extractText(await getDocumentProxy(pdf));
  return text.map((page) => page.replace(/\s+/g, ' '));
};
