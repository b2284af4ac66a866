import { checkProof, proofKeysIn, type LocalDate, type ProofCheck } from '@vehicle-insurance/core';
import { answerTo, type CheckResult } from './answer.ts';
import { verifySignature } from './verify-signature.ts';

/**
 * A sample token that insures nothing, and the public key for its signature. The private key was discarded. Real checks
 * accept neither the token nor the key.
 */
const TOKEN =
  'AEA3PAGNTYAFCFQBNQDUKWCFJVIEYRIAA5CVQRKNKBGEKAAHIVMEKTKQJRCS2KIZRJWZ2UGP6566DZDJSPLU32PD5QJGDNZT4Y4LAR75WYMNZMD2ZWGR3JKCA4AGC27SBLMUB3IB3OGZ52YXOZKJUE5YGGNWF7CZBM';
const KEYS = proofKeysIn({ keys: [{ kty: 'OKP', crv: 'Ed25519', x: 't4DNnl50D2B99QIdOlTWqlIuh2oepD6qtekUwQP32V8' }] });
const DAY = '2026-11-01' as LocalDate;

/** After this number of checks, a slow phone has compiled their code. */
const TIMES = 20;

/**
 * Checks a sample several times, so that the first real check need not wait. A browser without its own verifier must
 * compile the JavaScript verifier and compute its tables. Both together take an eighth of a second on a slow phone.
 */
export const warmUp = async (show: (result: CheckResult) => void): Promise<ProofCheck> => {
  const check = checkProof(verifySignature);
  for (let time = 1; ; time += 1) {
    const checked = await check(TOKEN, KEYS, DAY);
    show(answerTo(checked, { on: DAY, since: DAY }));
    if (time === TIMES) return checked;
    // Lets a real check run first.
    await new Promise((resolve) => setTimeout(resolve));
  }
};
