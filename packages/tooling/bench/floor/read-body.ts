import type { IncomingMessage } from 'node:http';
import { Refusal } from '../plain/refusals.ts';

const LARGEST = 1024 * 1024;

export const readBody = async (request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> => {
  if (!request.headers['content-type']?.startsWith('application/json')) throw new Refusal('unsupported_media_type');
  const text = await textOf(request);
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw new Refusal('invalid_request', { details: [{ field: 'body', message: 'must be a JSON object' }] });
};

const textOf = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > LARGEST) reject(new Refusal('payload_too_large'));
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks).toString()));
    request.once('error', reject);
  });
