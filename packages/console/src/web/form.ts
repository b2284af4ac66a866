import { decodeUtf8Text } from '@vehicle-insurance/core';
import type { RouterContext } from '@koa/router';

/** The text fields of a form. Fields of other types are ignored. */
export const formOf = ({ request }: RouterContext): Readonly<Record<string, string>> => {
  const body: unknown = 'body' in request ? request.body : undefined;
  if (typeof body !== 'object' || body === null) return {};
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );
};

/** In bytes. */
const MEGABYTE = 1024 * 1024;
/**
 * The maximum number of bytes that are read of a form that is too large. If the form is not read to its end, the sender
 * may not receive the response.
 */
const MAX_DRAINED = 16 * MEGABYTE;

/**
 * The fields of a form with a file; the file's field contains the file's text. If the file is not UTF-8, `NAME-problem`
 * contains the reason instead. Call only after the session is verified, because the whole form is kept in memory.
 */
export const formWithFile = async (
  ctx: RouterContext,
  megabytes: number,
): Promise<Readonly<Record<string, string>>> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= megabytes * MEGABYTE) chunks.push(chunk);
    if (length > MAX_DRAINED) break;
  }
  if (length > megabytes * MEGABYTE)
    return ctx.throw(413, `Le fichier dépasse ${megabytes} Mo. Envoyez un fichier plus petit.`);
  const sent = new Response(Buffer.concat(chunks), { headers: { 'content-type': ctx.get('content-type') } });
  const form = await sent
    .formData()
    .catch(() => ctx.throw(400, 'Le formulaire n’a pas été reçu en entier. Envoyez-le de nouveau.'));
  const fields = await Promise.all(
    [...form].map(async ([name, value]) => {
      if (typeof value === 'string') return [name, value] as const;
      const text = decodeUtf8Text(new Uint8Array(await value.arrayBuffer()));
      return text.isOk() ? ([name, text.value] as const) : ([`${name}-problem`, text.error] as const);
    }),
  );
  return Object.fromEntries(fields);
};
