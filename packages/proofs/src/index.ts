// Pages that check the QR code of a paper: the result online, and a page that checks papers without a network.

export { frenchPage, frenchPagePolicy } from './french-page.ts';
export { busyPage, PROOF_POLICY, proofPage } from './proof-page.ts';
export { STANDING_HEADER } from './service-worker.ts';
export {
  KEYS_PATH,
  VERIFIER_FILES,
  verifierFiles,
  type VerifierFile,
  type VerifierFileName,
} from './verifier-files.ts';
export { verifierScript } from './verifier-script.ts';
