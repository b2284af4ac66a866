import { expect } from 'chai';
import { failureOf, json, refusal, scripted, type Arrived } from './scripted-api.ts';

const feed = (newest: number) => {
  const events = Array.from({ length: newest }, (_, index) => ({ position: index + 1 }));
  return ({ path }: Arrived) => {
    const query = new URL(path, 'https://insurance.example').searchParams;
    const after = Number(query.get('after') ?? 0);
    const data = events.slice(after, after + Math.min(3, Number(query.get('limit'))));
    return json(200, { data, next: after + data.length, newest });
  };
};

const firstOf = async (events: AsyncIterable<{ readonly position: number }>, count: number): Promise<number[]> => {
  const seen: number[] = [];
  for await (const { position } of events) if (seen.push(position) === count) break;
  return seen;
};

describe('events', () => {
  it('arrive in order, from the position that was read last', async () => {
    const { client, arrived } = scripted(feed(8));
    expect(await firstOf(client.events(), 8)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await firstOf(client.events({ after: 5, type: 'contract.opened' }), 2)).to.deep.equal([6, 7]);
    expect(arrived[0]?.path).to.equal('/api/v1.0/event?limit=100&wait=25');
    expect(arrived.at(-1)?.path).to.equal('/api/v1.0/event?after=5&type=contract.opened&limit=100&wait=25');
  });

  it('report the position up to which all were processed, even if none has the requested type', async () => {
    const positions: number[] = [];
    const given: number[] = [];
    const pages = [
      { data: [{ position: 40 }], next: 60, newest: 5_000 },
      { data: [], next: 5_000, newest: 5_000 },
      { data: [], next: 5_000, newest: 5_000 },
    ];
    const { client } = scripted(() => {
      const page = pages.shift();
      return page ? json(200, page) : refusal(401, 'unauthorized');
    });
    const reading = { after: 7, type: 'contract.opened' as const };
    const read = async () => {
      for await (const { position } of client.events({ ...reading, onPosition: (at) => positions.push(at) }))
        given.push(positions.length, position);
    };
    expect(await failureOf(read())).to.include({ code: 'unauthorized' });
    expect(given, 'an event is processed before its position is reported').to.deep.equal([0, 40]);
    expect(positions).to.deep.equal([60, 5_000]);
  });

  it('continue after an outage of the API, without duplicates', async () => {
    const answers = feed(6);
    let asked = 0;
    const errors = [
      new Error('cut'),
      ...['0', '2592000'].map((wait) => refusal(503, 'service_unavailable', { 'retry-after': wait })),
    ];
    const answer = (request: Arrived) => (asked++ === 0 ? undefined : errors.shift()) ?? answers(request);
    const { client, arrived } = scripted(answer, { retries: 0 });
    expect(await firstOf(client.events(), 6)).to.deep.equal([1, 2, 3, 4, 5, 6]);
    const times = arrived.slice(1, 5).map(({ at }) => at);
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    // At least a second and at most a minute, even if the API requests another pause.
    expect(pauses).to.deep.equal([5_000, 1_000, 60_000]);
  });

  it('end with an error if they cannot be read at all, are no longer kept, or their position cannot be stored', async () => {
    for (const answer of [refusal(503, 'service_unavailable'), refusal(401, 'unauthorized')])
      for (const after of [undefined, 7]) {
        const { client } = scripted([answer, refusal(410, 'position_forgotten')], { retries: 0 });
        expect(await failureOf(firstOf(client.events({ after }), 1))).to.have.property('status', answer.status);
      }
    const { client } = scripted([feed(3)({ path: '/event?limit=9' } as Arrived), refusal(410, 'position_forgotten')]);
    expect(await failureOf(firstOf(client.events(), 4))).to.include({ code: 'position_forgotten', status: 410 });
    const full = new Error('the disk is full');
    const reading = scripted(feed(9)).client.events({ onPosition: () => Promise.reject(full) });
    expect(await failureOf(firstOf(reading, 4))).to.equal(full);
  });

  it('are read by a client whose time-out is shorter than the API’s wait', async () => {
    for (const [answerWithin, waits] of [
      [10_000, 5],
      [1_500, 0],
    ] as const) {
      const answers = feed(4);
      let asked = 0;
      const { client, arrived } = scripted(
        (request) => {
          asked += 1;
          const wait = Number(new URL(request.path, 'https://insurance.example').searchParams.get('wait'));
          if (wait * 1000 >= answerWithin) return new Error('the attempt timed out before the API responded');
          return asked < 4 ? json(200, { data: [], next: 0, newest: 0 }) : answers(request);
        },
        { retries: 0, answerWithin },
      );
      expect(await firstOf(client.events(), 4), `within ${answerWithin}`).to.deep.equal([1, 2, 3, 4]);
      expect(arrived[0]?.path).to.match(new RegExp(`wait=${waits}$`));
      // If the API cannot wait, the client does.
      if (waits === 0) expect(arrived.slice(0, 4).map(({ at }) => at)).to.deep.equal([0, 1_000, 2_000, 3_000]);
    }
  });
});
