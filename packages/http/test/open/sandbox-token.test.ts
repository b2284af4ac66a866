import { expect } from 'chai';
import { isDirectlyLocal } from '../../src/open/sandbox-clock.ts';

const from = (remoteAddress: string | undefined, headers: Readonly<Record<string, string>> = {}): boolean =>
  isDirectlyLocal({ headers, socket: { remoteAddress } });

describe('a request that clearly comes from this machine', () => {
  // Proves: clock-requires-token
  it('has a loopback address as its peer', () => {
    for (const local of ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])
      expect(from(local), local).to.equal(true);
    const neighbours = [
      ...['10.0.0.1', '192.168.1.4', '172.17.0.1', '169.254.1.1', '::ffff:10.0.0.1', 'fe80::1', 'fd00::1'],
    ];
    const far = ['8.8.8.8', '2001:db8::1', '::ffff:8.8.8.8', '0.0.0.0', '::', '::2', 'localhost', '', undefined];
    for (const other of [...neighbours, ...far]) expect(from(other), String(other)).to.equal(false);
  });

  it('has no header of a proxy or of a page of another origin, not even an empty one', () => {
    for (const name of ['forwarded', 'x-forwarded-for', 'origin'])
      for (const value of ['', 'null', 'for=127.0.0.1', '127.0.0.1'])
        expect(from('127.0.0.1', { [name]: value }), `${name}: ${value}`).to.equal(false);
    expect(from('127.0.0.1', { host: 'sandbox.example.com', 'user-agent': 'curl' })).to.equal(true);
  });
});
