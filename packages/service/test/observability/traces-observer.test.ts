import { randomUUID } from 'node:crypto';
import { waveMobileMoney } from '@vehicle-insurance/mobile-money';
import { inUnit, memoryStore, scriptedServer, storedQuote } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { tracesObserver } from '../../src/observability/traces/traces-observer.ts';
import { collector } from './collector.ts';

const PHONE = '0700001234';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLERS_SPAN = 'b7ad6b7169203331';
const CLAIM = { kind: 'payments', companyId: 'c', id: 'p', lease: 'l', attempt: 1 } as const;

const provider = async () => {
  const server = await scriptedServer();
  const gateway = waveMobileMoney({
    ...{ baseUrl: server.url, apiKey: 'key', notificationSecrets: [] },
    returnUrls: { success: 'https://a.example', error: 'https://a.example' },
  });
  return { asked: server.asked, gateway, close: () => gateway.close().then(server.close) };
};

const observed = async () => {
  const store = memoryStore();
  const { quote } = await storedQuote(store.unitOfWork);
  const [traces, outside] = await Promise.all([collector(), provider()]);
  const observer = tracesObserver({ endpoint: traces.url, headers: {}, attributes: {}, lost: () => undefined });
  const { unitOfWork, quoteQueries, mobileMoney } = observer.decorators ?? {};
  const bound = {
    unitOfWork: unitOfWork?.(store.unitOfWork) ?? store.unitOfWork,
    quoteQueries: quoteQueries?.(store.quoteQueries) ?? store.quoteQueries,
    mobileMoney: (mobileMoney?.([outside.gateway]) ?? [outside.gateway])[0],
  };

  const lock = (id: string) => inUnit(bound.unitOfWork, ({ quotes }) => quotes.lock(quote.companyId, id));
  const request = (
    live: () => Promise<unknown>,
    { headers = {}, url = '/', requestId = `${randomUUID()}`, status = 201 } = {},
  ) =>
    observer.aroundRequest?.({ method: 'POST', url, headers }, async () => {
      await live();
      const line = { requestId, method: 'POST', route: '/quote/{id}/pay', status, milliseconds: 1 };
      observer.request?.({ ...line, operation: 'payQuote', companyId: quote.companyId, keyId: undefined });
    });
  const work = (live: () => Promise<unknown>) => observer.aroundWork?.(CLAIM, () => live().then(() => undefined));
  const exported = async () => {
    await Promise.all([observer.close(), outside.close()]);
    traces.close();
    return traces.spans();
  };
  return { quote, ...bound, asked: outside.asked, lock, request, work, exported };
};

describe('a span', () => {
  let world: Awaited<ReturnType<typeof observed>>;
  beforeEach(async () => {
    world = await observed();
  });
  const attributeOf = ({ attributes }: Awaited<ReturnType<typeof world.exported>>[number], key: string) =>
    attributes.find((each) => each.key === key)?.value['stringValue'];

  it('is written for a request and names its quote, whether it is changed or read', async () => {
    const { quote, quoteQueries, request, lock } = world;
    await request(() => lock(quote.id));
    await request(() => quoteQueries.find(quote.companyId, quote.id));
    await request(() => quoteQueries.status(quote.companyId, quote.id));
    await request(async () => undefined);
    const spans = await world.exported();
    expect(spans.map(({ name }) => name)).to.deep.equal(Array(4).fill('POST /quote/{id}/pay'));
    expect(spans.map((span) => attributeOf(span, 'quote.id'))).to.deep.equal([
      ...[1, 2, 3].map(() => quote.id),
      undefined,
    ]);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).to.equal(4);
  });

  it('names no quote that is not found, since an address may contain any text or a foreign quote', async () => {
    const { quote, quoteQueries, request, lock } = world;
    for (const asked of [PHONE, randomUUID()]) {
      await request(() => lock(asked));
      await request(() => quoteQueries.status(quote.companyId, asked));
    }
    const spans = await world.exported();
    expect(spans.map((span) => attributeOf(span, 'quote.id'))).to.deep.equal(Array(4).fill(undefined));
  });

  it('contains no personal data, with any id of the request or the trace', async () => {
    await world.request(() => world.lock(world.quote.id), {
      requestId: PHONE,
      headers: { traceparent: `00-${TRACE}-${CALLERS_SPAN}-01`, tracestate: `vendor=${PHONE}` },
    });
    const spans = await world.exported();
    expect(spans).to.have.length(1);
    expect(JSON.stringify(spans)).to.not.include(PHONE);
  });

  // Proves: traces
  it('is a child of the caller’s span by its traceparent, even if the caller does not sample it', async () => {
    for (const flags of ['01', '00'])
      await world.request(async () => undefined, { headers: { traceparent: `00-${TRACE}-${CALLERS_SPAN}-${flags}` } });
    for (const { traceId, parentSpanId } of await world.exported())
      expect([traceId, parentSpanId]).to.deep.equal([TRACE, CALLERS_SPAN]);
  });

  it('begins a trace if the traceparent is invalid', async () => {
    const none = ['', 'x', `00-${'0'.repeat(32)}-${CALLERS_SPAN}-01`, `ff-${TRACE}-${CALLERS_SPAN}-01`];
    for (const traceparent of none) await world.request(async () => undefined, { headers: { traceparent } });
    const spans = await world.exported();
    expect(spans).to.have.length(none.length);
    for (const { traceId, parentSpanId } of spans) {
      expect(traceId)
        .to.match(/^[0-9a-f]{32}$/)
        .and.not.equal(TRACE);
      expect(parentSpanId ?? '').to.equal('');
    }
  });

  // Proves: traces
  it('is sent to a provider as its traceparent, without the caller’s tracestate', async () => {
    const { mobileMoney, request, work, asked } = world;
    const headers = { traceparent: `00-${TRACE}-${CALLERS_SPAN}-01`, tracestate: 'vendor=1' };
    await request(() => mobileMoney.read('session'), { headers });
    await work(() => mobileMoney.read('session'));
    const spans = await world.exported();
    const calls = spans.filter(({ name }) => name === 'wave read');
    const sent = asked.map(({ headers }) => [headers['traceparent'], headers['tracestate']]);
    expect(sent).to.deep.equal(calls.map(({ traceId, spanId }) => [`00-${traceId}-${spanId}-01`, undefined]));
    const above = calls.map(({ parentSpanId }) => spans.find(({ spanId }) => spanId === parentSpanId)?.name);
    expect(above).to.deep.equal(['POST /quote/{id}/pay', 'work payments']);
    expect(calls[0]?.traceId).to.equal(TRACE);
  });

  it('begins a new trace for a piece of work, even if the work was started within a span', async () => {
    const { quote, lock, request, work } = world;
    await request(async () => work(() => lock(quote.id)));
    const [worked, asked] = await world.exported();
    expect([worked?.name, asked?.name]).to.deep.equal(['work payments', 'POST /quote/{id}/pay']);
    expect(worked?.traceId).to.not.equal(asked?.traceId);
    expect(worked && attributeOf(worked, 'quote.id')).to.equal(quote.id);
    expect(asked && attributeOf(asked, 'quote.id')).to.equal(undefined);
  });

  it('is not written for a probe', async () => {
    await world.request(async () => undefined, { url: '/health/ready' });
    expect(await world.exported()).to.deep.equal([]);
  });
});
