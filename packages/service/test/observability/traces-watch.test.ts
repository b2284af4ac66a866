import { randomUUID } from 'node:crypto';
import { inUnit, memoryStore, storedQuote } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import type { Adapters } from '../../src/composition/adapters.ts';
import { tracesWatch } from '../../src/observability/traces/traces-watch.ts';
import { collector } from './collector.ts';

const PHONE = '0700001234';

describe('the span of a request', () => {
  /** What is exported of one request that locks a quote: what the store has, or what its caller has written. */
  const exported = async (asksFor: (quoteId: string) => string, requestId: string = randomUUID()) => {
    const store = memoryStore();
    const { quote } = await storedQuote(store.unitOfWork);
    const traces = await collector();
    try {
      const watch = tracesWatch({ endpoint: traces.url, headers: {}, attributes: {}, lost: () => undefined });
      const given = { store, mobileMoney: {}, otherMobileMoney: [], certificateAuthority: {}, documents: {} };
      const { unitOfWork } = watch.adapters?.(given as unknown as Adapters).store ?? store;
      await watch.aroundRequest?.({ method: 'POST' }, async () => {
        await inUnit(unitOfWork, ({ quotes }) => quotes.lock(quote.companyId, asksFor(quote.id)));
        const line = { requestId, method: 'POST', route: '/quote/{id}/pay', status: 201, milliseconds: 1 };
        watch.request?.({ ...line, operation: 'payQuote', companyId: quote.companyId, keyId: undefined });
      });
      await watch.close();
      return { quote, spans: traces.spans() };
    } finally {
      traces.close();
    }
  };

  it('belongs to the trace of the quote it is about', async () => {
    const { quote, spans } = await exported((id) => id);
    expect(spans.map(({ name }) => name)).to.deep.equal(['POST /quote/{id}/pay']);
    expect(spans[0]?.traceId).to.equal(quote.id.replaceAll('-', ''));
  });

  it('is none where no such quote is found: an address may hold anything, or the quote of another company', async () => {
    for (const asked of [PHONE, randomUUID()]) expect((await exported(() => asked)).spans).to.deep.equal([]);
  });

  it('names nobody, whatever a caller has called its request', async () => {
    const { spans } = await exported((id) => id, PHONE);
    expect(spans).to.have.length(1);
    expect(JSON.stringify(spans)).to.not.include(PHONE);
  });
});
