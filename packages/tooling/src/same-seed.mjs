import fc from 'fast-check';
import process from 'node:process';

/**
 * Random tests use the same values in every run, so that a failure is due to a change and not to chance. FC_SEED sets
 * another seed. Tests that need many random values are in `.prove.ts` files, which use a new seed each time.
 */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_260_115) });
