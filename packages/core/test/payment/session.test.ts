import type { Session } from '@vehicle-insurance/core';
import { at } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { chooseSession } from '../../src/domain/payment/session.ts';

describe('several sessions under one reference', () => {
  const session = (id: string, over: Partial<Session> = {}): Session => ({
    id,
    state: 'open',
    url: 'https://pay.test',
    amount: 1,
    currency: 'XOF',
    created: at(`2026-01-15T09:00:0${id}.000Z`),
    expires: null,
    completed: null,
    lastFailure: null,
    ...over,
  });
  const own = (...sessions: readonly Session[]) => chooseSession(sessions, true)?.own.id;

  // Proves: several-sessions
  it('yield the paid session or, if none is paid, the oldest session that can be paid', () => {
    expect(own(session('2'), session('1'))).to.equal('1');
    expect(own(session('1'), session('2', { state: 'paid' }))).to.equal('2');
    expect(own(session('1', { url: null }), session('2'))).to.equal('2');
    expect(own(session('1', { state: 'expired' }), session('2'))).to.equal('2');
    expect(own(session('1', { url: null }))).to.equal(undefined);
    expect(own()).to.equal(undefined);
    expect(chooseSession([session('1'), session('2')], true)?.duplicates.map(({ id }) => id)).to.deep.equal(['2']);
  });

  it('yield a session without a URL if the provider has no page', () => {
    const [first, second] = [session('1', { url: null }), session('2', { url: null })];
    expect(chooseSession([second, first], false)).to.deep.equal({ own: first, duplicates: [second] });
  });

  for (const state of ['processing', 'expired_processing'] as const)
    it(`yield a session with a debit in progress (${state}) if none is paid, even before an older payable session`, () => {
      expect(own(session('1'), session('2', { state }))).to.equal('2');
      expect(own(session('1', { state }), session('2', { state: 'paid' }))).to.equal('2');
    });

  it('keep the provider’s order if the provider does not report when they were created', () => {
    expect(own(session('2', { created: null }), session('1', { created: null }))).to.equal('2');
    expect(own(session('2'), session('1', { created: null }))).to.equal('1');
  });
});
