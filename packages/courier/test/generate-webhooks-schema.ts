import type { OpenApiDocument } from '@vehicle-insurance/http';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generateTypes } from '../../client/test/generate-schema.ts';
import { webhooksDocument } from '../src/web/document.ts';

/** The types of the companies' own API, in the client. */
export const WEBHOOKS_SCHEMA = fileURLToPath(new URL('../../client/src/webhooks-schema.ts', import.meta.url));

export const REGENERATE_WEBHOOKS = 'npx node packages/courier/test/generate-webhooks-schema.ts';

export const generateWebhooksSchema = (): Promise<string> =>
  generateTypes(webhooksDocument as unknown as OpenApiDocument, 'packages/courier', REGENERATE_WEBHOOKS);

if (import.meta.main) writeFileSync(WEBHOOKS_SCHEMA, await generateWebhooksSchema());
