import { keyIdOf } from '@vehicle-insurance/core';
import { PRIVATE_KEY, publicKeyOf } from '@vehicle-insurance/system';
import { listed } from '../listed.ts';
import { section } from '../section.ts';
import { text } from '../variable.ts';

const AS_SHOWN =
  'A public key begins with public_; `operator proof show-key` prints that of the PROOF_KEY it is given, `operator proof make-key` that of a new one.';

/** The keys by which papers are checked without the certificate authority. */
export const PROOFS = section({
  title: 'The proof on papers',
  properties: {
    PROOF_KEY: text(
      'Signs what contracts and receipts prove by their code: an Ed25519 private key, the same in every process. Make one with `operator proof make-key`, and keep it.',
      { secret: 'own', needed: true },
    ),
    PROOF_EARLIER: text(
      'Public keys of earlier PROOF_KEYs, each as `operator proof show-key` prints it, separated by commas: papers they signed stay good. Default: none.',
      { list: true },
    ),
    PROOF_WITHDRAWN: text(
      'Public keys whose PROOF_KEY others may have had, separated by commas: no paper they signed is good. Default: none.',
      { list: true },
    ),
  },
  invalid: ({ PROOF_KEY, PROOF_EARLIER = '', PROOF_WITHDRAWN = '' }) => {
    const others = [...listed(PROOF_EARLIER), ...listed(PROOF_WITHDRAWN)];
    // The value itself is not printed: it may be the private key.
    const noKeys = (name: string, keys: string) =>
      listed(keys).flatMap((key, at) =>
        publicKeyOf(key) ? [] : [`${name} lists what is no public key, as number ${at + 1}. ${AS_SHOWN}`],
      );
    return [
      ...(PROOF_KEY === undefined || PRIVATE_KEY.test(PROOF_KEY)
        ? []
        : ['PROOF_KEY must be a private key as `operator proof make-key` shows it.']),
      ...noKeys('PROOF_EARLIER', PROOF_EARLIER),
      ...noKeys('PROOF_WITHDRAWN', PROOF_WITHDRAWN),
      ...(new Set(others.map(nameOf)).size < others.length
        ? ['PROOF_EARLIER and PROOF_WITHDRAWN list a key twice: list each once, in the one where it belongs.']
        : []),
    ];
  },
});

/** Papers name their key by its beginning: two keys that begin alike cannot be distinguished. */
const nameOf = (key: string): string => String(keyIdOf(publicKeyOf(key) ?? Buffer.from(key)));
