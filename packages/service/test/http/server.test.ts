import { timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { ServerResponse } from 'node:http';
import { pino } from 'pino';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { limitsOf } from '../../src/http/listener.ts';
import { openServer } from '../../src/http/server.ts';
import { start } from '../../src/start.ts';

const variablesOf = (environment: Readonly<Record<string, string>>) => readConfiguration(environment).unwrap();

describe('a closing server', () => {
  it('answers requests in progress, and ends their connections with the responses', async () => {
    const server = await openServer('127.0.0.1', 0, { variable: 'PORT' });
    const begun = Promise.withResolvers<ServerResponse>();
    server.answerWith((_, response) => begun.resolve(response));
    const answer = fetch(server.url);
    const response = await begun.promise;
    const closed = server.close();
    response.end('answered');
    const { headers } = await answer;
    expect(headers.get('connection')).to.equal('close');
    await closed;
  });

  it('gives requests in progress 20 seconds, then ends their connections', async () => {
    const server = await openServer('127.0.0.1', 0, { variable: 'PORT' });
    const begun = Promise.withResolvers<ServerResponse>();
    server.answerWith((_, response) => begun.resolve(response));
    const answer = fetch(server.url).then(String, () => 'cut');
    await begun.promise;
    expect(await timersDuring(server.close)).to.include(20_000);
    expect(await answer).to.equal('cut');
  });
});

describe('the server of a service', () => {
  it('closes connections after 2 idle minutes, and answers Retry-After: 1 while the service starts', async () => {
    let early: string | null = null;
    const infrastructure = async (url: string): Promise<never> => {
      early = (await fetch(`${url}/health/ready`)).headers.get('retry-after');
      throw new Error('seen enough');
    };
    const starting = () =>
      start(variablesOf({ PORT: '0' }), pino({ level: 'silent' }), { infrastructure }).catch(() => undefined);
    expect(await timersDuring(starting, (milliseconds) => milliseconds)).to.include(120_000);
    expect(early).to.equal('1');
  });

  it('limits requests per second, and those without a key per minute, as configured', () => {
    const windows = { RATE_LIMIT: '3', RATE_LIMIT_WRITES: '4', RATE_LIMIT_UNAUTHORIZED: '5', RATE_LIMIT_PROOFS: '6' };
    const turns = { RATE_LIMIT_AT_ONCE: '8', RATE_LIMIT_WAITING: '9', RATE_LIMIT_WAIT: '7' };
    expect(limitsOf(variablesOf({ ...windows, ...turns }))).to.deep.equal({
      'company-reads': { requests: 3, seconds: 1 },
      'company-writes': { requests: 4, seconds: 1 },
      'bad-keys': { requests: 5, seconds: 60 },
      proofs: { requests: 6, seconds: 60 },
      inProgress: { atOnce: 8, waiting: 9, milliseconds: 7_000 },
    });
  });
});
