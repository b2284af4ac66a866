import { route } from '../route.ts';
import { COVERAGE, coverageView } from '../views/coverage.ts';
import { listOf } from '../views/fields.ts';

export const coverageRoutes = [
  route({
    method: 'get',
    path: '/coverage',
    tag: 'Coverages',
    summary: 'List all coverages',
    description: 'All coverages in one answer. Query parameters are ignored.',
    useCase: 'listCoverages',
    answer: { status: 200, schema: listOf(COVERAGE) },
    errors: [],
    command: () => undefined,
    view: (coverages) => coverages.map(coverageView),
  }),
];
