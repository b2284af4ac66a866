import { servedInMemory } from '../serving.ts';
import { badWorld } from './bad-world.ts';

/** An API in memory to which bad requests are sent. */
export const openBadApi = async () => {
  const api = await servedInMemory();
  const leftBehind = () => ({
    sessions: api.mobileMoney.sessions().length,
    documents: api.documents.keys(),
    errorReporter: api.errorReporter.all,
  });
  const world = await badWorld({ url: api.origin, apiKey: api.key, leftBehind });
  const stop = async () => {
    world.close();
    await api.close();
  };
  return { ...world, stop };
};

export type BadApi = Awaited<ReturnType<typeof openBadApi>>;
