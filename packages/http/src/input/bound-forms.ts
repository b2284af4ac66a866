import { refuse } from '../middleware/answer-errors.ts';
import type { ApiMiddleware } from '../state.ts';

/**
 * Forms that a process handles at once. Each holds up to 10 MB until its document is stored and it is answered: without
 * a bound, a slow store would exhaust the memory of the process, and so fail the requests of every company.
 */
const MAX = 16;

/** Forms of one company at once. Fewer than `MAX`, so that a company that sends many leaves room for the others. */
const MAX_OF_COMPANY = 4;

/** Milliseconds that a form waits for its turn, unread, before it is refused. */
const WAITS = 10_000;

/** A form as koa-body recognises it. */
export const FORM_TYPE = 'multipart/form-data';

/** A form that waits for its turn. */
interface Waiting {
  readonly company: string;
  readonly begin: () => void;
}

/**
 * Bounds the forms in progress. One beyond the bound waits for its turn unread, so that it holds no memory, and is
 * refused after a time-out; Node discards what is still sent of it.
 */
export const boundForms = (waits = WAITS): ApiMiddleware => {
  /** The company of each form in progress. */
  const underWay: string[] = [];
  let waiting: readonly Waiting[] = [];

  const hasRoom = (company: string): boolean =>
    underWay.length < MAX && underWay.filter((each) => each === company).length < MAX_OF_COMPANY;
  const leave = (one: Waiting): void => {
    waiting = waiting.filter((each) => each !== one);
  };
  /** Resolves to true when the form may begin, to false after the time-out. */
  const turn = (company: string): Promise<boolean> =>
    new Promise((resolve) => {
      const one: Waiting = {
        company,
        begin: () => {
          clearTimeout(timer);
          leave(one);
          underWay.push(company);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        leave(one);
        resolve(false);
      }, waits);
      if (hasRoom(company)) one.begin();
      else waiting = [...waiting, one];
    });
  const end = (company: string): void => {
    underWay.splice(underWay.indexOf(company), 1);
    waiting.find((each) => hasRoom(each.company))?.begin();
  };

  return async (ctx, next) => {
    if (!ctx.is(FORM_TYPE)) return next();
    const company = ctx.state.caller?.companyId ?? '';
    if (!(await turn(company))) return refuse(ctx, { code: 'service_unavailable', what: 'forms' });
    try {
      await next();
    } finally {
      end(company);
    }
  };
};
