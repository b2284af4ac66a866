import { keyIdOf } from '@vehicle-insurance/core';
import { PRIVATE_KEY, publicKeyOf } from '@vehicle-insurance/system';
import { splitList } from '../split-list.ts';
import { section } from '../section.ts';
import { text } from '../variable.ts';

const AS_SHOWN =
  'A public key begins with public_. `operator proof show-key` prints the public key of PROOF_KEY; `operator proof make-key` prints a new pair of keys.';

/** The keys that sign and check the proofs on papers. */
export const PROOFS = section({
  title: 'The proof on papers',
  properties: {
    PROOF_KEY: text(
      'Signs the codes on contracts and receipts: an Ed25519 private key, the same in every process. Make one with `operator proof make-key`, and keep it.',
      { secret: 'own', needed: true },
    ),
    PROOF_EARLIER: text(
      'Public keys of earlier PROOF_KEYs, as printed by `operator proof show-key`, separated by commas. Papers signed with them stay valid. Default: none.',
      { list: true },
    ),
    PROOF_WITHDRAWN: text(
      'Public keys whose private key may have leaked, separated by commas. Papers signed with them are invalid. Default: none.',
      { list: true },
    ),
  },
  invalid: ({ PROOF_KEY, PROOF_EARLIER = '', PROOF_WITHDRAWN = '' }) => {
    const others = [...splitList(PROOF_EARLIER), ...splitList(PROOF_WITHDRAWN)];
    // The value is not printed, because it may be the private key.
    const noKeys = (name: string, keys: string) =>
      splitList(keys).flatMap((key, at) =>
        publicKeyOf(key) ? [] : [`${name}: entry ${at + 1} is not a public key. ${AS_SHOWN}`],
      );
    return [
      ...(PROOF_KEY === undefined || PRIVATE_KEY.test(PROOF_KEY)
        ? []
        : ['PROOF_KEY must be a private key as printed by `operator proof make-key`.']),
      ...noKeys('PROOF_EARLIER', PROOF_EARLIER),
      ...noKeys('PROOF_WITHDRAWN', PROOF_WITHDRAWN),
      ...(new Set(others.map(nameOf)).size < others.length
        ? ['PROOF_EARLIER and PROOF_WITHDRAWN contain a key twice: list each key once.']
        : []),
    ];
  },
});

/**
 * A proof identifies its key by the key's first characters. Two keys with the same beginning could not be
 * distinguished.
 */
const nameOf = (key: string): string => String(keyIdOf(publicKeyOf(key) ?? Buffer.from(key)));
