import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readJson, writeJson } from './kept-json.ts';

/** The secrets the sandbox makes up for itself. */
export interface SandboxSecrets {
  readonly linkSecret: string;
  readonly waveApiKey: string;
  readonly waveNotificationSecret: string;
  readonly authorityAccessCode: string;
}

/** The sandbox's secrets: made at the first start, the same ever after. */
export const sandboxSecrets = (dataDir: string): SandboxSecrets => {
  const file = join(dataDir, 'secrets.json');
  const kept = readJson<SandboxSecrets>(file);
  if (kept) return kept;
  const secret = () => randomBytes(32).toString('base64url');
  const made = {
    linkSecret: secret(),
    waveApiKey: `wave_sn_test_${secret()}`,
    waveNotificationSecret: secret(),
    authorityAccessCode: secret(),
  };
  writeJson(file, made);
  return made;
};
