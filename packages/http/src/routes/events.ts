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
      description: 'The last position that you have read: `next` of the previous response. Default: the oldest events.',
      examples: [0],
    },
    limit: PAGE_QUERY.limit,
    type: text(`Only events of these types, separated by commas: ${EVENT_TYPES.join(', ')}.`, 'contract.opened'),
    wait: {
      type: 'integer',
      minimum: 0,
      maximum: LONGEST_WAIT,
      default: 0,
      description: 'If there is no event yet, wait this many seconds for one.',
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
      'All changes, oldest first. To continue, pass `next` as `after`. An event names the object that has changed: read ' +
      'that object for its current state.',
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
