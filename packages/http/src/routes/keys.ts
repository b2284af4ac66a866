import { KEY_LABEL } from '@vehicle-insurance/core';
import { route } from '../route.ts';
import { object, textOrNull } from '../views/fields.ts';
import { ISSUED_KEY, issuedKeyView, KEY, KEY_PAGE, keyView } from '../views/key.ts';
import { PAGE_QUERY, pageView } from '../views/page.ts';

export const NEW_KEY = object(
  {},
  {
    label: {
      ...textOrNull('Your own name for it.', 'Agency of Bouaké'),
      minLength: KEY_LABEL.min,
      maxLength: KEY_LABEL.max,
    },
    expires: {
      ...textOrNull(
        'When the key expires: in the future, and no later than the key that you use. Default: at the same time as that key. ISO 8601, UTC.',
        '2099-12-31T23:59:59.000Z',
      ),
      format: 'date-time',
    },
  },
);

const KEY_LIST = object({}, PAGE_QUERY);

export const keyRoutes = [
  route({
    method: 'get',
    path: '/key',
    tag: 'Keys',
    summary: 'List keys',
    description:
      'Your company’s keys, most recent first, including revoked and expired keys. Never the keys themselves.',
    useCase: 'listOwnKeys',
    query: KEY_LIST,
    answer: { status: 200, schema: KEY_PAGE },
    errors: [],
    command: ({ companyId, query }) => ({ ...query, companyId }),
    view: pageView(keyView),
  }),
  route({
    method: 'post',
    path: '/key',
    tag: 'Keys',
    summary: 'Issue a key',
    description:
      'Another key of your company. It is shown only in this response: a repetition with the same Idempotency-Key ' +
      'returns `key` null. If that happens, revoke the key and issue another.',
    useCase: 'issueOwnKey',
    body: NEW_KEY,
    answer: { status: 201, schema: ISSUED_KEY },
    errors: ['too_many_keys', 'rate_limited', 'unauthorized'],
    command: ({ companyId, keyId, newId, body }) => ({ ...body, companyId, keyId, id: newId }),
    view: issuedKeyView,
    keep: (answer) => ({ ...answer, key: null }),
  }),
  route({
    method: 'post',
    path: '/key/{id}/revoke',
    tag: 'Keys',
    summary: 'Revoke a key',
    description:
      'Permanent, and effective in every process within five seconds. You may revoke the key that you use, but not ' +
      'your company’s last active key. Safe to repeat.',
    useCase: 'revokeOwnKey',
    answer: { status: 200, schema: KEY },
    errors: ['key_not_found', 'last_key', 'unauthorized'],
    command: ({ companyId, keyId, id }) => ({ companyId, keyId, revokedId: id }),
    view: keyView,
  }),
];
