import { Ok } from '@vehicle-insurance/core';
import { clockAt, SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { routeHeaders } from '../../src/middleware/answers.ts';
import { operationOf } from '../../src/openapi/operation.ts';
import type { Deprecation, Route } from '../../src/route.ts';
import { ROUTES } from '../../src/routes.ts';
import type { ApiContext } from '../../src/state.ts';

const LEAVING: Deprecation = {
  ...{ since: '2027-01-01', sunset: '2028-01-01', instead: 'GET /vehicle with a filter.', link: '/docs' },
};

const leaving = (deprecation: Deprecation): Route => ({
  ...(ROUTES.find(({ operationId }) => operationId === 'getVehicle') as Route),
  deprecation,
  respond: async () => Ok({}),
});

describe('a deprecated endpoint', () => {
  const headersOf = async (deprecation: Deprecation, status = 200): Promise<unknown> => {
    const headers: Record<string, string> = {};
    const set = (more: object) => Object.assign(headers, more);
    const ctx = { state: { route: leaving(deprecation) }, status, body: {}, set } as unknown as ApiContext;
    await routeHeaders(clockAt(SOME_MORNING))(ctx, async () => undefined);
    return headers;
  };

  it('sends its dates and a link to the migration page with every response, but no removal date if none is decided', async () => {
    const link = '</docs>; rel="deprecation"; type="text/html"';
    const undecided = { deprecation: '@1798761600', link };
    for (const status of [200, 404])
      expect(await headersOf(LEAVING, status)).to.deep.equal({ ...undecided, sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' });
    const { sunset: _, ...others } = LEAVING;
    expect(await headersOf(others)).to.deep.equal(undecided);
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
