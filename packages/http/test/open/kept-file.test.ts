import { once as event } from 'node:events';
import { connect, type Socket } from 'node:net';
import { memoryUsage } from 'node:process';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { memoise } from '../../src/open/kept-file.ts';
import { sent, servedForAll } from '../serving.ts';

const FILES = ['/docs/scalar.js', '/docs/reference.js', '/api/v1.0/openapi.json'];

const READERS = 100;
const MEGABYTE = 1_048_576;

it('a slow computation is repeated if it has failed, and its result is kept if it has not', async () => {
  let runs = 0;
  const kept = memoise(async () => ((runs += 1) === 1 ? Promise.reject(new Error('it failed')) : runs));
  const results = [await kept().catch(() => 'failed'), await kept(), await kept()];
  expect(results).to.deep.equal(['failed', 2, 2]);
});

describe('a static file', () => {
  const api = servedForAll();

  it('is sent in the encoding that the caller prefers', async () => {
    for (const path of FILES) {
      const plain = await sent(`${api.origin}${path}`, { 'accept-encoding': 'identity' });
      expect(plain.headers['content-encoding'], path).to.equal(undefined);
      const isSmall = plain.bytes.length < 1_024;
      for (const [accepted, encoding, open] of [
        ['br, gzip', 'br', brotliDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['gzip;q=1, br;q=0.1', 'gzip', gunzipSync],
      ] as const) {
        const { headers, bytes } = await sent(`${api.origin}${path}`, { 'accept-encoding': accepted });
        expect(headers['content-encoding'], path).to.equal(isSmall ? undefined : encoding);
        expect(headers.vary, path).to.match(/accept-encoding/i);
        expect((isSmall ? bytes : open(bytes)).equals(plain.bytes), path).to.equal(true);
        if (!isSmall) expect(bytes.length, path).to.be.below(plain.bytes.length / 2);
      }
    }
  });

  it('is in memory once, even if many callers have requested it and do not read the response', async () => {
    const { host, hostname, port } = new URL(api.origin);
    await sent(`${api.origin}/docs/scalar.js`, { 'accept-encoding': 'identity' });
    const before = memoryUsage().arrayBuffers;
    const readers = await Promise.all(
      Array.from({ length: READERS }, async (): Promise<Socket> => {
        const socket = connect(Number(port), hostname);
        socket.write(`GET /docs/scalar.js HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
        await event(socket, 'readable');
        return socket;
      }),
    );
    const held = (memoryUsage().arrayBuffers - before) / MEGABYTE;
    for (const socket of readers) socket.destroy();
    // The file has 4.9 MB; a reader has received at most some 64 KB of it.
    expect(held).to.be.below(READERS / 5);
  });
});
