import { servedInMemory } from '../serving.ts';
import { badWorld, type BadWorld } from './bad-world.ts';

export interface BadApi extends BadWorld {
  readonly stop: () => Promise<void>;
}

export const openBadApi = async (): Promise<BadApi> => {
  const api = await servedInMemory();
  const leftBehind = () => ({
    sessions: api.mobileMoney.sessions().length,
    documents: api.documents.keys(),
    errorReporter: api.errorReporter.all,
  });
  const world = await badWorld({ url: api.origin, apiKey: api.key, leftBehind });
  return {
    ...world,
    stop: async () => {
      world.close();
      await api.close();
    },
  };
};
