import { Ok } from '@vehicle-insurance/core';
import { refuse } from './answer.ts';
import { readBody } from './input/read-body.ts';
import type { Route } from './route.ts';
import type { ApiContext } from './state.ts';
import type { UseCases } from './use-cases.ts';

/** Reads a request, has its route respond, and answers. */
export const serveRoute =
  (route: Route, useCases: UseCases) =>
  async (ctx: ApiContext, id: string): Promise<void> => {
    const { caller } = ctx.state;
    if (!caller) throw new Error('a route of the API was reached without a caller');
    ctx.state.operation = route.operationId;

    const sent = route.body ? await readBody(ctx, route.body, route) : Ok({ input: undefined, upload: undefined });
    if (sent.isErr()) return refuse(ctx, sent.error);
    const { input: body, upload } = sent.value;

    const view = await route.respond(useCases, {
      companyId: caller.companyId,
      id,
      query: ctx.querystring,
      body,
      upload,
    });
    if (view.isErr()) return refuse(ctx, view.error);
    ctx.status = route.answer.status;
    ctx.body = view.value;
  };
