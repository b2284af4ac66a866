import { ENVIRONMENTS, type ApiKey, type OwnKey } from '@vehicle-insurance/core';
import type { FromSchema } from 'json-schema-to-ts';
import { EXAMPLE, object, oneOf, text, textOrNull, timestamp, timestampOrNull } from './fields.ts';
import { pageOf } from './page.ts';

const FIELDS = {
  id: text('Used to revoke the key.', EXAMPLE.keyId),
  companyId: text('The company to which the key belongs: yours.', EXAMPLE.companyId),
  prefix: text('The first characters of the key, enough to recognise it.', 'vi_test_q7Zc2K'),
  label: textOrNull('Your own name for it.', 'Agency of Bouaké'),
  environment: oneOf(ENVIRONMENTS, '`test` moves no real money.'),
  created: timestamp('When it was issued.'),
  expires: timestampOrNull('When it expires; null if it never does.'),
  lastUsed: timestampOrNull('When it was last used, to the minute; null if never.'),
  revoked: timestampOrNull('When it was revoked; null if it was not.'),
};

/** docs/api.md 3.7. */
export const KEY = object(FIELDS);

/** docs/api.md 5.12. */
export const KEY_PAGE = pageOf(KEY);

/** docs/api.md 5.12. */
export const ISSUED_KEY = object({
  ...FIELDS,
  key: textOrNull(
    'The key itself, for `x-api-key`. It is shown once: null if this request is repeated.',
    'vi_test_q7Zc2KxV0aYdW3uH8rLmN5tB1sEfGjPk',
  ),
});

type KeyView = FromSchema<typeof KEY>;

/** Without the secret key itself. */
export const keyView = (key: ApiKey): KeyView => ({
  id: key.id,
  companyId: key.companyId,
  prefix: key.prefix,
  label: key.label,
  environment: key.environment,
  created: key.created,
  expires: key.expires,
  lastUsed: key.lastUsed,
  revoked: key.revoked,
});

export const issuedKeyView = ({ key, apiKey }: OwnKey): FromSchema<typeof ISSUED_KEY> => ({ ...keyView(apiKey), key });
