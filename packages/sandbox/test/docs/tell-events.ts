import { eventually } from '../sandbox.ts';
import type { Question } from './exchange.ts';
import { dayAfter, type Tell } from './told-page.ts';

/** The last to tell: afterwards it is three months later. */
export const events: Tell = async (page, { ask, today, moveClock }) => {
  page.says('## Events');
  await page.shows('What has changed, oldest first; `next` is where to read on ([Events](events.md)):', 200, {
    path: '/event?type=contract.opened,certificate.issued&limit=2',
  });
  await moveClock(`${dayAfter(today, 100)}T09:00:00Z`);
  const old: Question = { path: '/event?after=1&limit=1' };
  await eventually(
    () => ask(old),
    ({ body }) => body['code'] === 'position_forgotten',
  );
  await page.shows(
    '`410 position_forgotten`: events are kept for 90 days, and who has not read on by then starts anew:',
    'position_forgotten',
    old,
  );
};
