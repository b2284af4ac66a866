import { IDEMPOTENCY_KEY, LONGEST_KEY } from '../idempotency/idempotency-key.ts';
import { REPLAYED } from '../idempotency/answer-under-key.ts';
import type { Route } from '../route.ts';

const KEY_PARAMETER = {
  name: IDEMPOTENCY_KEY,
  in: 'header',
  description:
    `Your own name for this request, in double quotes or bare: 1 to ${LONGEST_KEY} visible ASCII characters. For 24 ` +
    'hours the same request under the same key is done at most once and gets the first answer again, so that you can ' +
    'repeat it when an answer was lost. Answers that may change a moment later are not repeated: 401, 413, 429, 5xx and ' +
    '`payment_in_progress`. Give every new request a new key, another attempt to pay included.',
  schema: { type: 'string', examples: ['"8e03978e-40d5-43dd-bc93-6894a57f9324"'] },
};

const REPLAYED_HEADER = {
  [REPLAYED]: {
    description: '`true` when this is the answer the first request with this key got.',
    schema: { type: 'string', enum: ['true'] },
  },
};

/** What creates something may be sent under a key. */
export const keyParameter = ({ method }: Route): readonly object[] => (method === 'post' ? [KEY_PARAMETER] : []);

/** The header of answers that may come again. */
export const replayedHeader = ({ method }: Route): object => (method === 'post' ? REPLAYED_HEADER : {});
