import { newProofKey, publicKeyText } from '@vehicle-insurance/system';
import type { Command } from 'commander';
import type { CommandOutput } from '../command-output.ts';
import type { Run } from '../context.ts';

/**
 * Adds the commands of `proof`, for the keys that sign proofs. A new deployment needs a key before its first start. So
 * `proof make-key` needs neither configuration nor database.
 */
export const proofCommands = (proof: Command, run: Run, print: (answer: CommandOutput) => void): void => {
  proof
    .command('make-key')
    .description('generate a new PROOF_KEY, which is shown only once and not stored')
    .action(() => {
      const { privateKey, publicKey } = newProofKey();
      const text = [
        `PROOF_KEY=${privateKey}`,
        `Its public key is ${publicKey}.`,
        'Set PROOF_KEY for every process, by variable or file, and keep both keys with the other secrets.',
        'When you replace it, list this public key in PROOF_EARLIER. If the private key may have leaked, list it in',
        'PROOF_WITHDRAWN instead.',
      ].join('\n');
      print({ json: { privateKey, publicKey }, text });
    });
  proof
    .command('show-key')
    .description('show the public key of the configured PROOF_KEY, for PROOF_EARLIER and PROOF_WITHDRAWN')
    .action(() =>
      run(({ ports }) => {
        const publicKey = publicKeyText(ports.proofSigner.publicKey);
        return Promise.resolve({ json: { publicKey }, text: publicKey });
      }),
    );
};
