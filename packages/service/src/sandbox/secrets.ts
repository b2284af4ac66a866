import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isTexts, readJson, writeJson } from './kept-json.ts';

/** The secrets the sandbox makes up for itself. */
export interface SandboxSecrets {
  readonly linkSecret: string;
  readonly waveApiKey: string;
  readonly waveNotificationSecret: string;
  readonly cinetpayApiKey: string;
  readonly cinetpayNotificationSecret: string;
  readonly authorityAccessCode: string;
  /** For those who read or move the clock from elsewhere than this machine. */
  readonly clockToken: string;
}

const KEPT = {
  is: isTexts,
  remedy: 'Remove it and start again: new secrets are made, and links to documents that were given out do not open.',
};

/** The sandbox's secrets: made at the first start, the same ever after. One an older sandbox did not have is added. */
export const sandboxSecrets = (dataDir: string): SandboxSecrets => {
  const file = join(dataDir, 'secrets.json');
  const kept = readJson(file, KEPT) ?? {};
  const made = {
    linkSecret: secret(),
    waveApiKey: secret(),
    waveNotificationSecret: secret(),
    cinetpayApiKey: secret(),
    cinetpayNotificationSecret: secret(),
    authorityAccessCode: secret(),
    clockToken: secret(),
  };
  const secrets = { ...made, ...kept };
  if (Object.keys(made).some((name) => kept[name] === undefined)) writeJson(file, secrets);
  return secrets;
};

/** Says where it comes from: production refuses what begins like this. */
const secret = (): string => `sandbox_${randomBytes(32).toString('base64url')}`;
