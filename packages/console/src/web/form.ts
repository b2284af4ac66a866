import type { RouterContext } from '@koa/router';

/** The fields of a form, of each the last; whatever else was sent is left out. */
export const formOf = ({ request }: RouterContext): Readonly<Record<string, string>> => {
  const body: unknown = 'body' in request ? request.body : undefined;
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
};
