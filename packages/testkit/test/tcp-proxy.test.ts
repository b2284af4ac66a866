import { expect } from 'chai';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tcpProxy } from '@vehicle-insurance/testkit';

describe('a proxy that delays', () => {
  it('keeps the order of what is sent, also when the delay ends meanwhile', async () => {
    let received = '';
    const all = Promise.withResolvers<void>();
    const server = createServer((socket) =>
      socket.on('data', (chunk) => {
        received += chunk.toString();
        if (received.length === 2) all.resolve();
      }),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = await tcpProxy(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { hostname, port } = new URL(proxy.url);
    const client = connect(Number(port), hostname);
    await once(client, 'connect');
    proxy.delay(200);
    client.write('a');
    await proxy.used();
    await proxy.mend();
    client.write('b');
    await all.promise;
    client.destroy();
    await proxy.cut();
    server.close();
    expect(received).to.equal('ab');
  });
});
