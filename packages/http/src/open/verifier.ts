import type { TimeZone } from '@vehicle-insurance/core';
import { verifierFiles, type VerifierFileName } from '@vehicle-insurance/proofs';
import type { ApiContext } from '../state.ts';
import { keptFile, memoise, sendKept } from './kept-file.ts';

/** Serves the page that checks papers, and the page's files. Once loaded, the page works offline. */
export const serveVerifier = (zone: TimeZone) => {
  const files = memoise(() => verifierFiles(zone));
  return (name: VerifierFileName) => {
    const file = memoise(async () => {
      const { type, content, headers } = (await files())[name];
      return { kept: await keptFile(type, content), headers };
    });
    return async (ctx: ApiContext): Promise<void> => {
      const { kept, headers } = await file();
      ctx.set({ 'x-robots-tag': 'noindex', ...headers });
      sendKept(ctx, kept);
    };
  };
};
