import { expect } from 'chai';
import { failureOf, json, refusal, scripted, type Arrived } from './scripted-api.ts';

/** The API's list of vehicles, most recent first, to which a test can add others at any time. */
const list = (size: number) => {
  const ids = Array.from({ length: size }, (_, index) => `v${size - index}`);
  return {
    ids,
    add: (count: number) => {
      for (let n = 0; n < count; n += 1) ids.unshift(`v${ids.length + 1}`);
    },
    answer: ({ path }: Arrived) => {
      const query = new URL(path, 'https://insurance.example').searchParams;
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
      const data = ids.slice((page - 1) * limit, page * limit).map((id) => ({ id }));
      return json(200, { data, page, limit, total: ids.length });
    },
  };
};

const idsOf = async (items: AsyncIterable<{ readonly id: string }>): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of items) ids.push(id);
  return ids;
};

describe('a list', () => {
  for (const size of [0, 1, 99, 100, 101, 250])
    it(`of ${size} ${size === 1 ? 'item' : 'items'} is read to its end, without a further request`, async () => {
      const vehicles = list(size);
      const { client, arrived } = scripted(vehicles.answer);
      expect(await idsOf(client.vehicles())).to.deep.equal(vehicles.ids);
      expect(arrived).to.have.length(Math.max(1, Math.ceil(size / 100)));
    });

  it('is read only as far as the caller iterates', async () => {
    const { client, arrived } = scripted(list(50).answer);
    for await (const { id } of client.vehicles({}, { pageSize: 10 })) if (id === 'v35') break;
    const pages = [1, 2].map((page) => `/api/v1.0/vehicle?page=${page}&limit=10`);
    expect(arrived.map(({ path }) => path)).to.deep.equal(pages);
  });

  it('repeats and skips nothing while items are added', async () => {
    for (const added of [1, 3, 10, 25]) {
      const vehicles = list(47);
      const there = [...vehicles.ids];
      let reads = 0;
      const { client } = scripted((request) => {
        if ((reads += 1) < 6) vehicles.add(reads === 1 ? 0 : added);
        return vehicles.answer(request);
      });
      expect(await idsOf(client.vehicles({}, { pageSize: 10 })), `${added} each`).to.deep.equal(there);
    }
  });

  it('ends even if it is shorter than its total', async () => {
    const { client, arrived } = scripted(() => json(200, { data: [{ id: 'v1' }], page: 1, limit: 100, total: 30 }));
    expect(await idsOf(client.vehicles())).to.deep.equal(['v1']);
    expect(arrived).to.have.length(1);
  });

  it('fails at a page that fails, after the items before it', async () => {
    const vehicles = list(20);
    const { client } = scripted((request) =>
      request.path.includes('page=2') ? refusal(401, 'unauthorized') : vehicles.answer(request),
    );
    const seen: string[] = [];
    const going = async () => {
      for await (const { id } of client.vehicles({}, { pageSize: 10 })) seen.push(id);
    };
    expect(await failureOf(going())).to.include({ code: 'unauthorized' });
    expect(seen).to.deep.equal(vehicles.ids.slice(0, 10));
  });
});
