import { timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import { openServer } from '../../src/http/server.ts';

describe('a server that closes', () => {
  it('gives the requests in progress 20 seconds, and then ends their connections', async () => {
    const server = await openServer('127.0.0.1', 0, { variable: 'PORT' });
    const begun = Promise.withResolvers<ServerResponse>();
    server.answerWith((_, response) => begun.resolve(response));
    const answer = fetch(server.url).then(String, () => 'cut');
    await begun.promise;
    expect(await timersDuring(server.close)).to.include(20_000);
    expect(await answer).to.equal('cut');
  });
});
