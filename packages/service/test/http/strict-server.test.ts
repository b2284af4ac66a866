import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { strictServer } from '../../src/http/strict-server.ts';

describe('the strict server', () => {
  const server = strictServer((_, response) => response.end('answered'));
  let port: number;
  before(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  for (const [what, request] of Object.entries({
    'a tunnel': 'CONNECT elsewhere:443 HTTP/1.1\r\nhost: elsewhere\r\n\r\n',
    'something that is not HTTP': 'NO HTTP AT ALL\r\n\r\n',
  }))
    it(`survives a caller that requests ${what} and disconnects during the response`, async () => {
      const dropped = new Promise<Error | undefined>((resolve) => {
        server.once('connection', (socket) => socket.once('close', () => resolve(socket.errored ?? undefined)));
      });
      const socket = connect(port, '127.0.0.1', () => socket.write(request));
      await once(socket, 'data');
      socket.resetAndDestroy();
      expect(await dropped).to.have.property('code', 'ECONNRESET');
      expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).to.equal('answered');
    });

  it('adds a request id and its language to each of its own error responses', async () => {
    const ids: (string | undefined)[] = [];
    for (const request of [
      'NO HTTP AT ALL\r\n\r\n',
      'GET / HTTP/1.1\r\n\r\n',
      'GET / HTTP/1.1\r\nhost: x\r\nexpect: much\r\n\r\n',
    ]) {
      const socket = connect(port, '127.0.0.1', () => socket.write(request));
      const said = await text(socket);
      expect(said)
        .to.match(/^HTTP\/1.1 4\d\d /)
        .and.to.include('\r\ncontent-language: en\r\n');
      ids.push(/^x-request-id: ([\da-f-]{36})\r$/m.exec(said)?.[1]);
    }
    expect(ids).to.not.include(undefined);
    expect(new Set(ids)).to.have.property('size', 3);
  });

  it('allows a minute for a request, 10 seconds for its headers, and a second to read an error', async () => {
    expect(server).to.include({ requestTimeout: 60_000, headersTimeout: 10_000 });
    const refused = async () => {
      const socket = connect(port, '127.0.0.1', () => socket.write('NO HTTP AT ALL\r\n\r\n'));
      await text(socket);
    };
    expect(await timersDuring(refused, (milliseconds) => milliseconds)).to.include(1_000);
  });

  it('closes the connection of a caller that does not read the response', async () => {
    const long = Buffer.alloc(64 * 1_048_576);
    const impatient = strictServer((_, response) => response.end(long), 100);
    await once(impatient.listen(0, '127.0.0.1'), 'listening');
    const at = (impatient.address() as AddressInfo).port;
    const closed = once(impatient, 'connection').then(([socket]) => once(socket as Socket, 'close'));
    const socket = connect(at, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n'));
    expect(await closed).to.deep.equal([false]);
    socket.destroy();
    impatient.closeAllConnections();
    impatient.close();
  });
});
