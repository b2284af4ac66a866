import { Ok } from '@vehicle-insurance/core';
import { aVehicleInput, storedCompany } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { inMemory, listening, type Listening } from '../serving.ts';

/** As they stand in the source. */
const [MOST, MOST_OF_COMPANY] = [16, 4];

const formOf = (content = '%PDF-1.7 made by a test'): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(aVehicleInput()) as [string, unknown][]) form.append(name, String(value));
  form.append('registrationDocument', new Blob([content]), 'carte-grise.pdf');
  return form;
};

describe('forms under way', () => {
  let api: Listening;
  let storing: number;
  let store: PromiseWithResolvers<void>;
  let companies: readonly string[];
  let own: string;
  let other: string;

  /** A service whose documents are stored when a test says so, with companies whose ids are their keys. */
  beforeEach(async () => {
    storing = 0;
    store = Promise.withResolvers();
    const { dependencies, unitOfWork } = await inMemory();
    const made = Array.from({ length: MOST / MOST_OF_COMPANY + 1 }, () => storedCompany(unitOfWork));
    companies = (await Promise.all(made)).map(({ id }) => id);
    [own = '', other = ''] = companies;
    const { registerVehicle } = dependencies.useCases;
    const slow: typeof registerVehicle = async (command, keep) => {
      if (command.registrationDocument !== undefined) {
        storing += 1;
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
    api.call('POST', '/vehicle', { body: formOf(), headers: { 'x-api-key': company } });
  const opened = async (): Promise<Socket> => {
    const socket = connect(api.port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const headOf = (method: string, path: string, length?: number): string => {
    const form = length && `Content-Type: multipart/form-data; boundary=cut\r\nContent-Length: ${length}\r\n`;
    return `${method} /api/v1.0${path} HTTP/1.1\r\nHost: x\r\nx-api-key: ${own}\r\n${form ?? ''}\r\n`;
  };
  const beingStored = async (count: number): Promise<void> => {
    while (storing < count) await turn();
  };
  const several = (count: number, company?: string) => Array.from({ length: count }, () => register(company));

  it('are so many of a company: one more waits, and neither others nor what is no form do', async () => {
    const first = several(MOST_OF_COMPANY);
    await beingStored(MOST_OF_COMPANY);
    const refused = await register();
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).to.deep.equal([
      ...[503, 'service_unavailable', '5'],
    ]);
    expect(refused.body.message).to.include('forms').and.include('Retry-After');
    expect((await api.send('POST', '/vehicle', aVehicleInput())).status).to.equal(201);
    const another = register(other);
    store.resolve();
    for (const each of [...first, another]) expect((await each).status).to.equal(201);
    expect((await register()).status).to.equal(201);
  });

  it('are so many of all companies together', async () => {
    const [last, ...busy] = companies;
    const first = busy.flatMap((company) => several(MOST_OF_COMPANY, company));
    await beingStored(MOST);
    expect((await register(last)).status).to.equal(503);
    store.resolve();
    for (const each of first) expect((await each).status).to.equal(201);
    expect((await register(last)).status).to.equal(201);
  });

  it('are refused before they are read, and their connection serves the next request', async () => {
    const first = several(MOST_OF_COMPANY);
    await beingStored(MOST_OF_COMPANY);
    const socket = await opened();
    // No form at all: whoever read it would find that out.
    socket.write(headOf('POST', '/vehicle', 9_000_000));
    socket.write(new Uint8Array(9_000_000));
    socket.end(headOf('GET', '/coverage'));
    expect((await text(socket)).match(/HTTP\/1.1 \d+/g)).to.deep.equal(['HTTP/1.1 503', 'HTTP/1.1 200']);
    store.resolve();
    await Promise.all(first);
  });

  it('are over once their callers have gone', async () => {
    const callers = await Promise.all(Array.from({ length: MOST_OF_COMPANY }, opened));
    for (const socket of callers) socket.write(`${headOf('POST', '/vehicle', 100_000)}--cut\r\n`);
    store.resolve();
    while ((await register()).status !== 503) await turn();
    for (const socket of callers) socket.destroy();
    while ((await register()).status === 503) await turn();
    expect((await register()).status).to.equal(201);
  });
});
