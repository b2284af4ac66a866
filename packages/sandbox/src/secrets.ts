import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isTexts, readJson, writeJson } from './kept-json.ts';

export interface SandboxSecrets {
  readonly linkSecret: string;
  /** The key that signs the proofs on papers. */
  readonly proofKey: string;
  readonly waveApiKey: string;
  readonly waveNotificationSecret: string;
  readonly cinetpayApiKey: string;
  readonly cinetpayNotificationSecret: string;
  readonly authorityAccessCode: string;
  /** Allows reading and moving the clock from another machine. */
  readonly clockToken: string;
}

const KEPT = {
  is: isTexts,
  remedy:
    'Remove it and start again: new secrets are created, existing links to documents stop working, and existing papers can no longer be verified.',
};

/**
 * The sandbox's secrets, which the first start generates and stores. Adds secrets that a sandbox of an earlier version
 * lacks.
 */
export const sandboxSecrets = (dataDir: string): SandboxSecrets => {
  const file = join(dataDir, 'secrets.json');
  const kept = readJson(file, KEPT) ?? {};
  const made = {
    linkSecret: secret(),
    proofKey: secret(),
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

/** The prefix shows that the secret comes from a sandbox, so that production rejects it. */
const secret = (): string => `sandbox_${randomBytes(32).toString('base64url')}`;
