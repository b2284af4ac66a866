import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An answer with its body as it came over the wire, compressed if it was. */
export interface Sent {
  readonly status: number | undefined;
  readonly body: Buffer;
}

/** Sends a request of the API by Node's own client, which unpacks nothing. */
export const send = async (
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
): Promise<Sent> => {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const asking = request(`${url}/api/v1.0${path}`, { method, headers: { ...headers, ...type } });
  const answered = once(asking, 'response') as Promise<[IncomingMessage]>;
  asking.end(body && JSON.stringify(body));
  const [answer] = await answered;
  return { status: answer.statusCode, body: await buffer(answer) };
};
