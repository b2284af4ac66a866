import { expect } from 'chai';
import { PUBLIC_ADDRESSES, SANDBOX_ADDRESSES } from '../src/address-guard.ts';

/** The first and last address of each range that is not public, by kind. */
const CLOSED: Readonly<Record<string, readonly string[]>> = {
  'this network': ['0.0.0.0', '0.255.255.255', '::'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  'unique local': ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  'behind a carrier': ['100.64.0.0', '100.127.255.255'],
  'link-local': ['169.254.0.0', '169.254.255.255', 'fe80::1', 'febf::1'],
  'site-local': ['fec0::1'],
  metadata: ['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  'reserved and broadcast': ['240.0.0.1', '255.255.255.255'],
  'documentation and benchmarks': ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1'],
  'IPv4-mapped': ['::ffff:8.8.8.8', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:0:8.8.8.8'],
  'IPv4 embedded or translated': ['::8.8.8.8', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1', '2002:a00:1::', '2001::1'],
};

const LOOPBACK = ['127.0.0.1', '127.255.255.254', '::1'];

const PUBLIC = ['8.8.8.8', '1.1.1.1', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111'];

describe('a webhook', () => {
  for (const [what, addresses] of Object.entries(CLOSED))
    it(`is never sent to a closed address (${what})`, () => {
      expect(addresses.filter(PUBLIC_ADDRESSES.allows)).to.deep.equal([]);
      expect(addresses.filter(SANDBOX_ADDRESSES.allows)).to.deep.equal([]);
    });

  it('is sent to this machine only in a sandbox', () => {
    expect(LOOPBACK.filter(PUBLIC_ADDRESSES.allows)).to.deep.equal([]);
    expect(LOOPBACK.filter(SANDBOX_ADDRESSES.allows)).to.deep.equal(LOOPBACK);
  });

  it('is sent to public addresses', () => {
    expect(PUBLIC.filter(PUBLIC_ADDRESSES.allows)).to.deep.equal(PUBLIC);
  });
});
