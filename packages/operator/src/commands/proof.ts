import { newProofKey, publicKeyText } from '@vehicle-insurance/system';
import type { Command } from 'commander';
import type { Answer } from '../answer.ts';
import type { Run } from '../context.ts';

/**
 * `proof`: the key that signs papers. Making one needs neither configuration nor database: it comes before the first
 * start.
 */
export const proofCommands = (proof: Command, run: Run, print: (answer: Answer) => void): void => {
  proof
    .command('make-key')
    .description('make a new PROOF_KEY, shown this once and stored nowhere')
    .action(() => {
      const { privateKey, publicKey } = newProofKey();
      const text = [
        `PROOF_KEY=${privateKey}`,
        `Its public key is ${publicKey}.`,
        'Give PROOF_KEY to every process, by variable or file, and keep both with the other secrets.',
        'When another key takes its place, list this public key in PROOF_EARLIER; if others may have had the',
        'private one, in PROOF_WITHDRAWN.',
      ].join('\n');
      print({ json: { privateKey, publicKey }, text });
    });
  proof
    .command('show-key')
    .description(
      'show the public half of the PROOF_KEY that is configured, as PROOF_EARLIER and PROOF_WITHDRAWN take it',
    )
    .action(() =>
      run(({ ports }) => {
        const publicKey = publicKeyText(ports.proofSigner.publicKey);
        return Promise.resolve({ json: { publicKey }, text: publicKey });
      }),
    );
};
