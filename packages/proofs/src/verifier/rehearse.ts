import { checkProof, proofKeysIn, type LocalDate, type ProofCheck } from '@vehicle-insurance/core';
import { answerTo, type Said } from './answer.ts';
import { verifySignature } from './verify-signature.ts';

/**
 * A sample paper that insures nothing, and the key that signed it, whose private half was discarded. The page trusts
 * neither.
 */
const TOKEN =
  'AEA3PAGNTYAFCFQBNQDUKWCFJVIEYRIAA5CVQRKNKBGEKAAHIVMEKTKQJRCS2KIZRJWZ2UGP6566DZDJSPLU32PD5QJGDNZT4Y4LAR75WYMNZMD2ZWGR3JKCA4AGC27SBLMUB3IB3OGZ52YXOZKJUE5YGGNWF7CZBM';
const KEYS = proofKeysIn({ keys: [{ kty: 'OKP', crv: 'Ed25519', x: 't4DNnl50D2B99QIdOlTWqlIuh2oepD6qtekUwQP32V8' }] });
const DAY = '2026-11-01' as LocalDate;

/** The number of checks after which a slow phone has compiled the code they run. */
const TIMES = 20;

/**
 * Checks a sample several times as a warm-up, so that the first real check need not wait: a browser without its own
 * verifier precomputes what all checks share, and compiles the code, which takes an eighth of a second on a slow phone.
 */
export const rehearse = async (show: (said: Said) => void): Promise<ProofCheck> => {
  const check = checkProof(verifySignature);
  for (let time = 1; ; time += 1) {
    const checked = await check(TOKEN, KEYS, DAY);
    show(answerTo(checked, { on: DAY, since: DAY }));
    if (time === TIMES) return checked;
    // Yields, so that a real check goes first.
    await new Promise((resolve) => setTimeout(resolve));
  }
};
