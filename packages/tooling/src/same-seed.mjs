import fc from 'fast-check';
import process from 'node:process';

/**
 * Random tests draw the same values in every run, so that a run judges the change and not the draw. FC_SEED draws
 * others; what a test must find among many draws is in its `.prove.ts`, which begins elsewhere each time.
 */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_260_115) });
