import { once } from 'node:events';
import { turnsOf } from '../callers/turns.ts';
import { refuse } from '../middleware/answer-errors.ts';
import type { ApiMiddleware } from '../state.ts';

/**
 * Maximum number of forms that a process handles at once. Each form holds up to 10 MB until its document is stored.
 * Without a limit, a slow store would exhaust the memory of the process.
 */
const MAX = 16;

/** Maximum number of forms of a company at once. Lower than `MAX`, so that a busy company cannot block others. */
const MAX_OF_COMPANY = 4;

/**
 * Milliseconds that a form may wait for each of two turns: first for one of its company's `MAX_OF_COMPANY` turns, then
 * for one of the process's `MAX` turns.
 */
const WAITS = 5_000;

/** The media type of forms that koa-body parses. */
export const FORM_TYPE = 'multipart/form-data';

/**
 * Limits the forms in progress. Further forms wait unread, so that they use no memory. After a time-out, a form is
 * refused and Node discards the rest of its body.
 */
export const boundForms = (milliseconds = WAITS): ApiMiddleware => {
  const ofCompany = turnsOf({ atOnce: MAX_OF_COMPANY, waiting: Infinity, milliseconds });
  const ofProcess = turnsOf({ atOnce: MAX, waiting: Infinity, milliseconds });

  return async (ctx, next) => {
    if (!ctx.is(FORM_TYPE)) return next();
    const gone = () => once(ctx.res, 'close');
    const endOfCompany = await ofCompany.take(ctx.state.caller?.companyId ?? '', gone);
    const endOfProcess = endOfCompany && (await ofProcess.take('', gone));
    try {
      await (endOfProcess ? next() : refuse(ctx, { code: 'service_unavailable', what: 'forms' }));
    } finally {
      endOfProcess?.();
      endOfCompany?.();
    }
  };
};
