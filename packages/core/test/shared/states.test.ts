import { readFileSync } from 'node:fs';
import { certificateMachine, contractMachine, paymentMachine, refundMachine } from '@vehicle-insurance/core';
import { expect } from 'chai';

interface Drawn {
  readonly name: string;
  readonly initial: string;
  readonly table: Readonly<Record<string, Readonly<Record<string, string>>>>;
}
const MACHINES: readonly Drawn[] = [paymentMachine, refundMachine, contractMachine, certificateMachine];
const PAGE = new URL('../../../../docs/states.md', import.meta.url);

const diagram = ({ initial, table }: Drawn): string => {
  const moves = Object.entries(table).flatMap(([from, events]) => {
    const arrows = Object.entries(events).map(([event, to]) => `    ${from} --> ${to}: ${event.replaceAll('_', ' ')}`);
    return arrows.length > 0 ? arrows : [`    ${from} --> [*]`];
  });
  return ['```mermaid', 'stateDiagram-v2', `    [*] --> ${initial}`, ...moves, '```'].join('\n');
};

describe('state machines', () => {
  for (const { name, initial, table } of MACHINES) {
    // Proves: payment-states, contract-states
    it(`reach every state of a ${name}`, () => {
      const reached = new Set<string>([initial]);
      for (const state of reached) for (const next of Object.values(table[state] ?? {})) reached.add(next);
      expect([...reached]).to.have.members(Object.keys(table));
    });
  }

  it('have the same diagrams in docs/states.md', () => {
    const page = readFileSync(PAGE, 'utf8');
    for (const machine of MACHINES) expect(page).to.contain(diagram(machine));
    expect(page.match(/```mermaid/g)).to.have.length(MACHINES.length);
  });
});
