import { Ok } from '@vehicle-insurance/core';
import { clockAt, SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import Koa from 'koa';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { routeHeaders } from '../../src/middleware/answers.ts';
import { operationOf } from '../../src/openapi/operation.ts';
import type { Deprecation, Route } from '../../src/route.ts';
import { ROUTES } from '../../src/routes.ts';
import type { ApiContext, RequestState } from '../../src/state.ts';

const LEAVING: Deprecation = {
  since: '2027-01-01',
  sunset: '2028-01-01',
  instead: 'GET /vehicle with a filter.',
  link: '/docs',
};

const leaving = (deprecation: Deprecation): Route => ({
  ...(ROUTES.find(({ operationId }) => operationId === 'getVehicle') as Route),
  deprecation,
  respond: async () => Ok({}),
});

describe('a deprecated endpoint', () => {
  const headersOf = async (deprecation: Deprecation, status = 200): Promise<Headers> => {
    const app = new Koa<RequestState>();
    app.use(routeHeaders(clockAt(SOME_MORNING)));
    app.use((ctx: ApiContext) => {
      ctx.state.route = leaving(deprecation);
      ctx.status = status;
      ctx.body = {};
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.close();
    server.closeAllConnections();
    return headers;
  };

  it('sends its deprecation date, its removal date and a link to the migration page with every response', async () => {
    for (const status of [200, 404]) {
      const headers = await headersOf(LEAVING, status);
      expect(headers.get('deprecation')).to.equal('@1798761600');
      expect(headers.get('sunset')).to.equal('Sat, 01 Jan 2028 00:00:00 GMT');
      expect(headers.get('link')).to.equal('</docs>; rel="deprecation"; type="text/html"');
    }
  });

  it('sends no removal date while none is decided', async () => {
    const { sunset: _, ...undecided } = LEAVING;
    const headers = await headersOf(undecided);
    expect([headers.get('deprecation'), headers.get('sunset')]).to.deep.equal(['@1798761600', null]);
  });

  it('is marked in the OpenAPI document, with its replacement and its headers', () => {
    const operation = operationOf(leaving(LEAVING)) as {
      readonly deprecated: boolean;
      readonly description: string;
      readonly responses: Readonly<Record<string, { readonly headers: object }>>;
    };
    expect(operation.deprecated).to.equal(true);
    expect(operation.description)
      .to.contain('since 2027-01-01')
      .and.contain('served until 2028-01-01')
      .and.contain('Use GET /vehicle with a filter.');
    expect(operation.responses['200']?.headers).to.include.keys('deprecation', 'sunset', 'link');
  });
});
