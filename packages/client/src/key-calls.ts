import type { Connection } from './connection.ts';
import { everyOf } from './every-item.ts';
import { omitUndefined, posting, signalOf } from './init.ts';
import type { ListOptions, PageQuery, PostOptions, RequestOptions } from './options.ts';
import type { ApiKey, IssuedApiKey, NewApiKey, Page } from './shapes.ts';

/** The company's API keys. */
export interface KeyCalls {
  /** One page, most recent first, including revoked and expired keys. The list never contains the keys themselves. */
  readonly listOwnKeys: (query?: PageQuery, options?: RequestOptions) => Promise<Page<ApiKey>>;
  /** Every key, most recent first; iterate with `for await`. */
  readonly ownKeys: (options?: ListOptions) => AsyncGenerator<ApiKey, void, undefined>;
  /**
   * Issues a key, which only this response contains. If the response to an earlier attempt was lost, `key` is null.
   * Then revoke the key by its `id`, and issue another key.
   */
  readonly issueOwnKey: (key?: NewApiKey, options?: PostOptions) => Promise<IssuedApiKey>;
  /** Revokes a key permanently. The API refuses to revoke the last active key (`last_key`). */
  readonly revokeOwnKey: (keyId: string, options?: PostOptions) => Promise<ApiKey>;
}

export const keyCalls = ({ api, data }: Connection): KeyCalls => {
  const listOwnKeys: KeyCalls['listOwnKeys'] = (query = {}, options) =>
    data(api.GET('/key', { params: { query: omitUndefined(query) }, ...signalOf(options) }));
  return {
    listOwnKeys,
    ownKeys: (options) => everyOf(listOwnKeys)({}, options),
    issueOwnKey: async (body = {}, options) => data(api.POST('/key', { body, ...posting(options) })),
    revokeOwnKey: async (id, options) =>
      data(api.POST('/key/{id}/revoke', { params: { path: { id } }, ...posting(options) })),
  };
};
