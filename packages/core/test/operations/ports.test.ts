import {
  ACTION_ITEM_KINDS,
  actionItemKindsOf,
  ClockDisagrees,
  KeyTaken,
  makeCommitListeners,
  StoreUnavailable,
  WORK_KINDS,
  type Fact,
} from '@vehicle-insurance/core';
import { aContract, AN_ENTRY } from '@vehicle-insurance/testkit';
import { expect } from 'chai';

describe('the declarations of ports', () => {
  it('give each kind of work the action items about its own subjects, and no other', () => {
    const ofPayments = ['payment_past_window', 'session_not_known', 'payment_unreadable'];
    expect(actionItemKindsOf('payments')).to.deep.equal(ofPayments);
    expect(actionItemKindsOf('refunds')).to.deep.equal(['refund_manual', 'refund_failing']);
    expect(actionItemKindsOf('documents')).to.deep.equal(['document_late']);
    const caused = WORK_KINDS.flatMap(actionItemKindsOf);
    expect(caused).to.have.length(new Set(caused).size);
    // Overlapping cover and discrepancies with a statement are not failures of work.
    const others = ['overlapping_cover', 'other_currency', 'statement_differs'];
    expect(ACTION_ITEM_KINDS.filter((kind) => !caused.includes(kind))).to.deep.equal(others);
  });

  it('give errors a name that a log can be searched for', () => {
    expect(String(new StoreUnavailable('no connection is free'))).to.equal('StoreUnavailable: no connection is free');
    expect(String(new KeyTaken())).to.equal('KeyTaken');
    expect(String(new ClockDisagrees('by 9 s'))).to.equal('ClockDisagrees: by 9 s');
  });

  it('give every listener the facts of a commit, even if one fails, and nothing if there are none', () => {
    const { committed, onCommitted } = makeCommitListeners();
    const heard: (readonly Fact[])[] = [];
    onCommitted((facts) => {
      heard.push(facts);
      throw new Error('no listener may fail the caller');
    });
    onCommitted((facts) => heard.push(facts));
    const facts: readonly Fact[] = [{ what: 'contract', before: aContract(), after: aContract(), entry: AN_ENTRY }];
    committed([]);
    committed(facts);
    expect(heard).to.deep.equal([facts, facts]);
  });
});
