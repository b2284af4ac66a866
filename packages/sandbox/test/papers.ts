import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { signProof, type ProvenDocument, type ProvenFacts } from '@vehicle-insurance/core';
import { getDocumentProxy } from 'unpdf';
import { sandboxSecrets } from '../src/secrets.ts';

/** The address that a contract's document carries as its proof: where a link on its code leads. */
export const proofIn = async (pdf: Uint8Array): Promise<string> => {
  const document = await getDocumentProxy(pdf);
  const links: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const annotations = (await (await document.getPage(number)).getAnnotations()) as readonly {
      readonly unsafeUrl?: string;
    }[];
    links.push(...annotations.flatMap(({ unsafeUrl }) => unsafeUrl ?? []));
  }
  return links.find((link) => link.includes('/V/')) ?? '';
};

const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A paper of a sandbox that it would not make itself, signed by its key: its address below the sandbox's own. */
export const signedPaper = (dataDir: string, document: ProvenDocument, facts: ProvenFacts): string => {
  const seed = Buffer.from(sandboxSecrets(dataDir).proofKey.slice(-43), 'base64url');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = new Uint8Array(createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32));
  const signer = { address: '/v/', publicKey, sign: (payload: Uint8Array) => new Uint8Array(sign(null, payload, key)) };
  return signProof(signer, document, facts) ?? '';
};

/** The page at a paper's address, as whoever scans the code sees it. */
export const openPage = async (address: string | URL): Promise<{ readonly status: number; readonly text: string }> => {
  const answer = await fetch(address);
  return { status: answer.status, text: await answer.text() };
};
