import promises, { readFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { asaciCertificateAuthority, type AsaciCertificateAuthority } from '@vehicle-insurance/certificate-authority';
import { aCertificate, scriptedServer, type ScriptedServer } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { PNG } from 'pngjs';
import QRCode from 'qrcode';
import type * as Picture from '../src/asaci/picture.ts';
import { CREDENTIALS } from './an-application.ts';

interface Served {
  readonly type: string;
  readonly body: Buffer | string;
  readonly status?: number;
  readonly location?: string;
}

const HTML = { type: 'text/html; charset=utf-8', body: '<!doctype html><title>Attestation</title>' };

const codeOf = (text: string, over: QRCode.QRCodeToBufferOptions = {}): Promise<Buffer> =>
  QRCode.toBuffer(text, { width: 300, ...over });

const picture = (body: Buffer, type = 'image/png'): Served => ({ type, body });

const pairOf = async (one: string, other: string): Promise<Buffer> => {
  const [left, right] = [PNG.sync.read(await codeOf(one)), PNG.sync.read(await codeOf(other))];
  const both = new PNG({ width: 600, height: 300 });
  PNG.bitblt(left, both, 0, 0, 300, 300, 0, 0);
  PNG.bitblt(right, both, 0, 0, 300, 300, 300, 0);
  return PNG.sync.write(both);
};

/** A small picture whose header states another size. */
const statingSize = async (side: number): Promise<Buffer> => {
  const bytes = await codeOf('small');
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return bytes;
};

describe('the authority’s own code', () => {
  let server: ScriptedServer;
  let authority: AsaciCertificateAuthority;
  let files: Record<string, Served> = {};

  const authorityOn = (...allowedHosts: readonly string[]): AsaciCertificateAuthority =>
    asaciCertificateAuthority({
      ...{ baseUrl: server.url, credentials: CREDENTIALS, insuranceCompany: 'Assurances Exemple' },
      allowedHosts: [...allowedHosts],
    });

  before(async () => {
    server = await scriptedServer();
    server.answer((response, { url = '' }) => {
      const { type, body, status = 200, location } = files[url] ?? { type: 'text/html', body: 'gone', status: 404 };
      response.writeHead(status, { 'content-type': type, ...(location !== undefined && { location }) }).end(body);
    });
    authority = authorityOn(new URL(server.url).host);
  });
  after(async () => {
    await authority.close();
    await server.close();
  });

  const read = async (linked: Served, others: Record<string, Served> = {}, path = '/code') => {
    files = { [path]: linked, ...others };
    return authority.code(aCertificate({ qrCodeLink: `${server.url}${path}` }));
  };
  const NONE = { outcome: 'refused', reason: 'no_code' };

  it('is the address itself if it leads to a page', async () => {
    expect(await read(HTML)).to.include({ outcome: 'done', value: `${server.url}/code` });
    const moved = { type: 'text/plain', body: '', status: 302, location: '/page' };
    expect(await read(moved, { '/page': HTML })).to.include({ outcome: 'done', value: `${server.url}/code` });
    expect(await read(HTML, {}, `/${'x'.repeat(500)}`), 'too long to print').to.deep.include(NONE);
  });

  it('is the address of a page that begins with a thousand comments, but not of a drawing that does', async () => {
    const comments = '<?xml version="1.0"?>' + '<!-- a -->\n'.repeat(1_000);
    const page = { type: 'text/html', body: `${comments}<!doctype html><title>Attestation</title>` };
    expect(await read(page)).to.include({ outcome: 'done', value: `${server.url}/code` });
    expect(await read({ type: 'text/html', body: `${comments}<svg/>` })).to.deep.include(NONE);
    // An unclosed comment.
    expect(await read({ type: 'text/html', body: `${comments}<!--` })).to.include({ outcome: 'done' });
  });

  it('is the text of the QR code in the picture at its address', async () => {
    const page = `${server.url}/verification/1`;
    const pictures = [
      await codeOf(page),
      // Different ways in which libraries draw a code.
      await codeOf(page, { color: { light: '#0000' } }),
      await codeOf(page, { color: { dark: '#0b4a5b', light: '#fff8d6' } }),
      await codeOf(page, { width: 800, errorCorrectionLevel: 'H' }),
      await codeOf(page, { scale: 1 }),
    ];
    for (const [index, body] of pictures.entries())
      expect(await read(picture(body), { '/verification/1': HTML }), String(index)).to.include({
        outcome: 'done',
        value: page,
      });
    const [body = Buffer.alloc(0)] = pictures;
    for (const type of ['application/octet-stream', 'text/html'])
      expect(await read(picture(body, type), { '/verification/1': HTML }), type).to.include({ outcome: 'done' });
  });

  it('is also read from a JPEG', async () => {
    const body = await readFile(new URL('code.jpg', import.meta.url));
    const value = 'https://police.example/v/1';
    expect(await read(picture(body, 'image/jpeg'))).to.include({ outcome: 'done', value });
  });

  it('is read at the next attempt if the program that reads it could not be loaded', async () => {
    const fresh = new URL('../src/asaci/picture.ts?fresh', import.meta.url).href;
    const { codesInPicture } = (await import(fresh)) as typeof Picture;
    const png = await codeOf('SP-1');
    const { readFile: real } = promises;
    promises.readFile = () => Promise.reject(new Error('too many open files'));
    syncBuiltinESMExports();
    const first = await codesInPicture(png).catch(String);
    promises.readFile = real;
    syncBuiltinESMExports();
    expect([first, await codesInPicture(png)]).to.deep.equal(['Error: too many open files', ['SP-1']]);
  });

  it('is not read from a PNG with a second header', async () => {
    const png = await codeOf('https://police.example/v/1');
    // The signature has 8 bytes, the header 25.
    const twice = Buffer.concat([png.subarray(0, 33), png.subarray(8)]);
    expect(await read(picture(twice))).to.deep.include(NONE);
    const chunk = Buffer.from('0000000474457874' + '61006200' + '7e1e7d7a', 'hex');
    expect(await read(picture(Buffer.concat([png.subarray(0, 8), chunk, png.subarray(8)])))).to.deep.include(NONE);
  });

  it('is not read from a JPEG with more scans than an encoder writes', async () => {
    const jpeg = await readFile(new URL('code.jpg', import.meta.url));
    const scan = jpeg.subarray(jpeg.indexOf('ffda', 'hex'), -2);
    const withScans = (more: number) =>
      picture(
        Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(more).fill(scan), jpeg.subarray(-2)]),
        'image/jpeg',
      );
    expect(await read(withScans(9))).to.include({ outcome: 'done', value: 'https://police.example/v/1' });
    expect(await read(withScans(70))).to.deep.include(NONE);
  });

  it('may lead to another host, or not be an address', async () => {
    for (const text of ['https://police.example/v/1', 'SP-2026-1|AA-123-AB'])
      expect(await read(picture(await codeOf(text)))).to.include({ outcome: 'done', value: text });
  });

  it('is refused if it leads to a picture', async () => {
    const code = picture(await codeOf(`${server.url}/other.png`));
    const svg = '<?xml version="1.0"?><!-- a code --><svg xmlns="http://www.w3.org/2000/svg"/>';
    for (const target of [code, { type: 'image/svg+xml', body: svg }, { type: 'text/html', body: svg }])
      expect(await read(code, { '/other.png': target })).to.deep.include(NONE);
    expect(await read(picture(await codeOf(`${server.url}/code`)))).to.deep.include(NONE);
  });

  it('is refused if it looks like the address of a picture', async () => {
    expect(await read(picture(await codeOf('https://police.example/code.png')))).to.deep.include(NONE);
  });

  it('is refused if it is an address on the authority’s hosts that cannot be checked', async () => {
    const { host, port } = new URL(server.url);
    const guarded = authorityOn(host, 'asaci.example');
    const answerTo = async (text: string) => {
      files = { '/code': picture(await codeOf(text)) };
      return guarded.code(aCertificate({ qrCodeLink: `${server.url}/code` }));
    };
    for (const text of [
      'asaci.example/code/1',
      'HTTPS://ASACI.EXAMPLE:8443/code/1',
      'asaci.example:8443/code/1',
      'https://asaci.example./code/1',
      'https://www.asaci.example/code/1',
      'URL:https://asaci.example/code/1',
      'https://someone@asaci.example/code/1',
      `https://127.0.0.1:${Number(port) - 1}/code/1`,
    ])
      expect(await answerTo(text), text).to.deep.include(NONE);
    for (const value of ['https://notasaci.example/code/1', 'https://police.example/v?of=asaci.example', 'SP-1/2026'])
      expect(await answerTo(value), value).to.include({ outcome: 'done', value });
    await guarded.close();
  });

  it('is refused if it is or redirects to a picture’s address, even if that address now leads to a page', async () => {
    const moved = { type: 'text/plain', body: '', status: 302, location: '/show?file=other%2Epng' };
    const there = { '/show?file=other%2Epng': HTML, '/other.png': HTML, '/moved': moved };
    for (const path of ['/other.png', '/show?file=other%2Epng', '/moved']) {
      expect(await read(there[path as keyof typeof there], there, path), path).to.deep.include(NONE);
      expect(await read(picture(await codeOf(`${server.url}${path}`)), there), path).to.deep.include(NONE);
    }
  });

  it('is refused unless there is a picture with exactly one readable code', async () => {
    const good = await codeOf('https://police.example/v/1');
    const cases: Record<string, Served> = {
      'a drawing': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
      'a GIF': { type: 'image/gif', body: Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAAC', 'base64') },
      'a PDF': { type: 'text/html', body: '%PDF-1.7' },
      'binary data declared as a page': { type: 'text/html', body: Buffer.from([0, 1, 2]) },
      JSON: { type: 'application/json', body: '{}' },
      'an empty response': { type: 'image/png', body: '' },
      'a broken picture': picture(good.subarray(0, good.length / 2)),
      'a header alone': picture(good.subarray(0, 12)),
      'a broken JPEG': picture(Buffer.from('ffd8ffe00002ffc000110800090009', 'hex'), 'image/jpeg'),
      'a blank picture': picture(PNG.sync.write(new PNG({ width: 100, height: 100 }))),
      'two codes': picture(await pairOf('https://police.example/v/1', 'https://police.example/v/2')),
      'a text too long to print': picture(await codeOf('x'.repeat(501), { width: 800 })),
      'a text with control characters': picture(await codeOf('SP-1\u0007')),
      'a size that would fill the memory': picture(await statingSize(60_000)),
      'a size it does not have': picture(await statingSize(2_000)),
    };
    for (const [name, served] of Object.entries(cases)) expect(await read(served), name).to.deep.include(NONE);
  });

  it('has at most 500 characters', async () => {
    const text = 'x'.repeat(500);
    const answer = await read(picture(await codeOf(text, { width: 800 })));
    expect(JSON.stringify(answer)).to.include(text);
  });

  it('is unknown while the authority does not serve it, and is fetched only from its hosts', async () => {
    expect((await read({ ...HTML, status: 500 })).outcome).to.equal('unknown');
    // Also while the page to which the code leads is unavailable.
    expect((await read(picture(await codeOf(`${server.url}/gone`)))).outcome).to.equal('unknown');
    const away = { outcome: 'refused', reason: 'foreign_host' };
    expect(await authority.code(aCertificate({ qrCodeLink: 'https://elsewhere.example/code' }))).to.deep.include(away);
    const led = { type: 'text/html', body: '', status: 302, location: 'http://169.254.169.254/' };
    expect(await read(led)).to.deep.include(away);
  });
});
