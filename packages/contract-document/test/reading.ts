import type { ContractFacts } from '@vehicle-insurance/core';
import { extractText, getDocumentProxy } from 'unpdf';
import { pdfContractDocument } from '../src/index.ts';

const contractDocument = pdfContractDocument();

/** The text of every page, as someone who selects it would copy it; runs of spaces and line ends are one space. */
export const pagesOf = async (facts: ContractFacts): Promise<readonly string[]> => {
  const { text } = await extractText(await getDocumentProxy(await contractDocument.render(facts)));
  return text.map((page) => page.replace(/\s+/g, ' '));
};

/** The text of the whole document without any space: what is left is what was printed, wherever a line was broken. */
export const lettersOf = async (facts: ContractFacts): Promise<string> =>
  (await pagesOf(facts)).join('').replace(/\s/g, '');
