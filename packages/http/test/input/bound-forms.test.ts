import { Ok } from '@vehicle-insurance/core';
import { aVehicleInput, storedCompany, timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import Koa from 'koa';
import { EventEmitter } from 'node:events';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { boundForms } from '../../src/input/bound-forms.ts';
import type { ApiMiddleware, RequestState } from '../../src/state.ts';
import { connected, formOf, inMemory, listening, serverOf, type Listening } from '../serving.ts';

/** The same values as in the source. */
const [MOST, MOST_OF_COMPANY] = [16, 4];

const formHead = (path: string, length: number, key = 'none'): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nx-api-key: ${key}\r\nContent-Type: multipart/form-data; boundary=cut\r\nContent-Length: ${length}\r\n\r\n`;

describe('forms in progress', () => {
  let api: Listening;
  let begun: string[];
  let store: PromiseWithResolvers<void>;
  let own: string;
  let other: string;

  /** A service that stores documents when a test releases them, with companies whose ids are their keys. */
  beforeEach(async () => {
    begun = [];
    store = Promise.withResolvers();
    const { dependencies, unitOfWork } = await inMemory();
    [own, other] = [(await storedCompany(unitOfWork)).id, (await storedCompany(unitOfWork)).id];
    const { registerVehicle } = dependencies.useCases;
    const slow: typeof registerVehicle = async (command, keep) => {
      if (command.registrationDocument !== undefined) {
        begun.push(command.companyId);
        await store.promise;
      }
      return registerVehicle(command, keep);
    };
    const useCases = { ...dependencies.useCases, registerVehicle: slow };
    const authenticate = async (key = '') => Ok({ companyId: key, keyId: key });
    api = await listening({ ...dependencies, useCases, authenticate }, own);
  });
  afterEach(async () => {
    store.resolve();
    await api.close();
  });

  const register = (company = own) =>
    api.call('POST', '/vehicle', { body: formOf(aVehicleInput(), '%PDF-1.7'), headers: { 'x-api-key': company } });
  const headOf = (path: string, length: number): string => formHead(`/api/v1.0${path}`, length, own);
  const beingStored = async (count: number): Promise<void> => {
    while (begun.length < count) await turn();
  };
  const several = (count: number, company?: string) => Array.from({ length: count }, () => register(company));

  it('are limited per company: one more form waits, but other companies and other requests do not', async () => {
    const first = several(MOST_OF_COMPANY + 1);
    await beingStored(MOST_OF_COMPANY);
    expect((await api.send('POST', '/vehicle', aVehicleInput())).status).to.equal(201);
    const another = register(other);
    await beingStored(MOST_OF_COMPANY + 1);
    expect(begun.filter((company) => company === own)).to.have.lengthOf(MOST_OF_COMPANY);
    store.resolve();
    for (const each of [...first, another]) expect((await each).status).to.equal(201);
    expect((await register()).status).to.equal(201);
  });

  it('end when their callers disconnect', async () => {
    const callers = await Promise.all(Array.from({ length: MOST_OF_COMPANY }, () => connected(api.port)));
    for (const socket of callers) socket.write(`${headOf('/vehicle', 100_000)}--cut\r\n`);
    store.resolve();
    const waits = register();
    for (const socket of callers) socket.destroy();
    expect((await waits).status).to.equal(201);
  });
});

describe('a form that gets no turn', () => {
  const formsOf =
    (bounded: ApiMiddleware) =>
    async (companyId: string, next: () => Promise<void>, res = new EventEmitter()) => {
      const state = { caller: { companyId } };
      const headers = { set: () => undefined, vary: () => undefined, get: () => '' };
      const ctx = { is: () => 'multipart/form-data', req: {}, res, ...headers, state };
      await bounded(ctx as unknown as Parameters<ApiMiddleware>[0], next);
    };
  const unserved = () => expect.fail('it had no turn');

  for (const [whose, busy, company] of [
    ['its company', 'A', 'A'],
    ['the process', 'ABCD', 'E'],
  ] as const)
    it(`waits for 5 seconds for a turn of ${whose}`, async () => {
      const form = formsOf(boundForms());
      for (const each of busy)
        for (let held = 0; held < MOST_OF_COMPANY; held += 1) void form(each, () => new Promise(() => undefined));
      expect(await timersDuring(() => form(company, unserved))).to.deep.equal([5_000]);
    });

  it('waits no longer than its caller', async () => {
    const form = formsOf(boundForms(60_000));
    for (let held = 0; held < MOST_OF_COMPANY; held += 1) void form('A', () => new Promise(() => undefined));
    const caller = new EventEmitter();
    const waiting = form('A', unserved, caller);
    caller.emit('close');
    await waiting;
  });

  it('holds no turn of its company afterwards, like a form whose work has failed', async () => {
    const form = formsOf(boundForms(1));
    const forms = (of: string, next: () => Promise<void>) =>
      [...of].flatMap((company) => Array.from({ length: MOST_OF_COMPANY }, () => form(company, next)));
    await Promise.allSettled(forms('ABCD', () => Promise.reject(new Error('the work failed'))));
    for (const companies of ['ABCD', 'BCDE']) {
      let served = 0;
      const ended = Promise.withResolvers<void>();
      const first = forms(companies, () => ((served += 1), ended.promise));
      // Company D has no turn left, and E has turns of its own but none of the process.
      await Promise.all(forms('DE', unserved));
      expect(served, companies).to.equal(MOST);
      ended.resolve();
      await Promise.all(first);
    }
  });

  it('is refused before it is read, and its connection serves the next request', async () => {
    const stored = Promise.withResolvers<void>();
    const app = new Koa<RequestState>();
    app.use((ctx, next) => {
      ctx.state.caller = { companyId: 'one', keyId: 'one' };
      return next();
    });
    app.use(boundForms(50));
    let begun = 0;
    app.use(async (ctx) => {
      if (ctx.is('multipart/form-data')) {
        begun += 1;
        await stored.promise;
      }
      ctx.status = 204;
    });
    const { port, origin, close } = await serverOf(app.callback());
    try {
      const first = Array.from({ length: MOST_OF_COMPANY }, () =>
        fetch(origin, { method: 'POST', body: formOf(aVehicleInput(), '%PDF-1.7') }),
      );
      while (begun < MOST_OF_COMPANY) await turn();
      const socket = await connected(port);
      // This body is not a form: reading it would fail.
      socket.write(formHead('/', 9_000_000));
      socket.write(new Uint8Array(9_000_000));
      socket.end('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      const said = await text(socket);
      expect(said.match(/HTTP\/1.1 \d+/g)).to.deep.equal(['HTTP/1.1 503', 'HTTP/1.1 204']);
      expect(said)
        .to.match(/retry-after: 5/i)
        .and.to.include('Too many forms are in progress');
      stored.resolve();
      for (const each of first) expect((await each).status).to.equal(204);
    } finally {
      await close();
    }
  });
});
