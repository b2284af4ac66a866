import type { Sent } from '../endpoints.ts';

export type Headers = Readonly<Record<string, string>>;

export const requestBytes = ({ method, path, body }: Sent, headers: Headers): Buffer => {
  const content = body === undefined ? '' : JSON.stringify(body);
  const all: Headers = {
    host: 'insurance.internal',
    ...headers,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(content)),
    }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} /api/v1.0${path} HTTP/1.1\r\n${lines.join('')}\r\n${content}`);
};
