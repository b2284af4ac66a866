import { expect } from 'chai';
import { servedInMemory } from '../serving.ts';
import { badWorld, type BadWorld } from './bad-world.ts';

export const badApiForAll = () => {
  const world = {} as BadWorld;
  let close: () => Promise<void>;
  let untouched: object;
  before(async () => {
    const api = await servedInMemory();
    const leftBehind = () => ({
      sessions: api.mobileMoney.sessions().length,
      documents: api.documents.keys(),
      errorReporter: api.errorReporter.all,
    });
    Object.assign(world, await badWorld({ url: api.origin, apiKey: api.key, leftBehind }));
    untouched = await world.traces();
    close = api.close;
  });
  after(async () => {
    world.close();
    await close();
  });
  return { world, expectUntouched: async () => expect(await world.traces()).to.deep.equal(untouched) };
};
