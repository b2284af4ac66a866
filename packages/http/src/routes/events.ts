import { EVENT_TYPES, LONGEST_WAIT } from '@vehicle-insurance/core';
import { route } from '../route.ts';
import { EVENT_LIST, eventListView } from '../views/event.ts';
import { object, text } from '../views/fields.ts';
import { PAGE_QUERY } from '../views/page.ts';

const EVENT_QUERY = object(
  {},
  {
    after: {
      type: 'integer',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The last position that was read: `next` of the answer before. The oldest events when left out.',
      examples: [0],
    },
    limit: PAGE_QUERY.limit,
    type: text(`Only events of these types, separated by commas: ${EVENT_TYPES.join(', ')}.`, 'contract.opened'),
    wait: {
      type: 'integer',
      minimum: 0,
      maximum: LONGEST_WAIT,
      default: 0,
      description: 'For how many seconds the answer waits for an event, where there is none yet.',
    },
  },
);

export const eventRoutes = [
  route({
    method: 'get',
    path: '/event',
    tag: 'Events',
    summary: 'List events',
    description:
      'What has changed, oldest first: read with `after`, then go on with `next`. An event names the thing that has changed; reading the thing tells how it is now.',
    useCase: 'listEvents',
    query: EVENT_QUERY,
    answer: { status: 200, schema: EVENT_LIST },
    errors: ['position_forgotten'],
    waits: true,
    command: ({ companyId, query, gone, idle }) => ({
      ...query,
      companyId,
      gone: query.wait ? gone() : undefined,
      idle,
    }),
    view: eventListView,
  }),
];
