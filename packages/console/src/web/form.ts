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

/** Bytes of a form with a file. */
const LARGEST = 1024 * 1024;
/** Of a form that is too large, what is still heard out, so that its sender hears the answer. */
const HEARD_OUT = 16 * LARGEST;

/**
 * The fields of a form with a file, and the file's text under the name of its field. Read only once its sender is known,
 * and whole: it is small.
 */
export const formWithFile = async (ctx: RouterContext): Promise<Readonly<Record<string, string>>> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= LARGEST) chunks.push(chunk);
    if (length > HEARD_OUT) break;
  }
  if (length > LARGEST) return ctx.throw(413, 'Le fichier est trop grand : au plus un mégaoctet.');
  const sent = new Response(Buffer.concat(chunks), { headers: { 'content-type': ctx.get('content-type') } });
  const form = await sent.formData().catch(() => ctx.throw(400, 'Le formulaire est incomplet. Envoyez-le de nouveau.'));
  const fields = await Promise.all(
    [...form].map(async ([name, value]) => [name, typeof value === 'string' ? value : await value.text()] as const),
  );
  return Object.fromEntries(fields);
};
