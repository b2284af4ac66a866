import { expect } from 'chai';
import type { IncomingMessage } from 'node:http';
import { clientAddress, type ClientAddress } from '../../src/callers/client-address.ts';

const from = (remoteAddress: string | undefined, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as Pick<IncomingMessage, 'headers' | 'socket'>;

describe('the client address of a request', () => {
  it('is that of its connection, and X-Forwarded-For is ignored', () => {
    const addressOf = clientAddress();
    expect(addressOf(from('192.0.2.7', '203.0.113.9'))).to.equal('192.0.2.7');
    for (const mapped of ['::ffff:192.0.2.7', '::FFFF:192.0.2.7'])
      expect(addressOf(from(mapped))).to.equal('192.0.2.7');
    expect(addressOf(from(undefined, '203.0.113.9'))).to.equal('');
  });

  const trusted = ['10.0.0.0/8', '2001:db8:1::/48', '2001:db8:9::1', '192.0.2.1'];
  const behind: ClientAddress = (request) => clientAddress(trusted)(request);
  for (const [forwarded, client] of [
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9, 10.2.3.4', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9, 10.2.3.4, 192.0.2.1', '203.0.113.9'],
    ['10.9.9.9, 203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8:2:3:4::5]:4711', '2001:db8:2:3::/64'],
    ['198.51.100.1, 203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8:2:3:4::5]', '2001:db8:2:3::/64'],
    ['203.0.113.9, [2001:db8:9::1]:4711', '203.0.113.9'],
    ['x[2001:db8:2:3:4::5]', '10.1.1.1'],
    ['[2001:db8:2:3:4::5]x', '10.1.1.1'],
    ['x203.0.113.9:4711', '10.1.1.1'],
    ['203.0.113.9, unknown', '10.1.1.1'],
    ['<script>', '10.1.1.1'],
    ['', '10.1.1.1'],
    ['10.2.3.4', '10.2.3.4'],
  ] as const)
    it(`is ${client} if a trusted proxy forwards "${forwarded}"`, () => {
      expect(behind(from('10.1.1.1', forwarded))).to.equal(client);
      expect(behind(from('::ffff:10.1.1.1', forwarded))).to.equal(client);
    });

  it('is not read from the header of an untrusted peer', () => {
    expect(behind(from('203.0.113.1', '203.0.113.9'))).to.equal('203.0.113.1');
    expect(behind(from('2001:db8:1::9', '203.0.113.9'))).to.equal('203.0.113.9');
    expect(behind(from('2001:db8:9::2', '203.0.113.9'))).to.equal('2001:db8:9:0::/64');
    expect(behind(from('10.1.1.1'))).to.equal('10.1.1.1');
    expect(behind(from(undefined, '203.0.113.9'))).to.equal('');
  });

  it('is one network for all IPv6 addresses of a customer', () => {
    const addressOf = clientAddress();
    for (const address of ['2001:db8:0:7::1', '2001:0db8:0:7:ffff:ffff:ffff:ffff', '2001:db8::7:a:b:c:d'])
      expect(addressOf(from(address))).to.equal('2001:db8:0:7::/64');
    expect(addressOf(from('::1'))).to.equal('0:0:0:0::/64');
    expect(addressOf(from('::ffff:1234:5678'))).to.equal('0:0:0:0::/64');
    expect(addressOf(from('64:ff9b::ffff:192.0.2.7'))).to.equal('64:ff9b:0:0::/64');
    expect(addressOf(from('fe80::1%eth0'))).to.equal('fe80:0:0:0::/64');
  });
});
