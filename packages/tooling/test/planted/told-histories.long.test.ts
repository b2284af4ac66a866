import { expect } from 'chai';
import { printedWith, SCREEN, toldIn } from './told.ts';

const HISTORIES = 'npx mocha packages/core/test/histories/histories.test.ts';

describe('a history that fails', function () {
  this.timeout(240_000);

  it('is told in a screen of words, and the command it tells shows the same again', async () => {
    const bug = 'cover is a month short';
    const told = toldIn(await printedWith(bug, HISTORIES));
    expect(told).to.have.length.within(6, SCREEN);
    const [law = '', setting = '', ...rest] = told;
    expect(law).to.match(/History \d+ breaks a law: .* months of cover from .* \(at .*Z\)$/);
    expect(setting).to.match(/It begins at \d{4}-\d\d-\d\dT.*Z in \S+; \d+ months from /);
    const [end, again, command = ''] = rest.slice(-3);
    for (const step of rest.slice(0, -3)) expect(step).to.match(/^ +\d\d:\d\d:\d\d \S.*$/);
    expect(rest.slice(0, -3).join()).to.match(/process \d pays /);
    expect(end).to.match(/then all trouble ends/);
    expect(again).to.match(/See it again:$/);
    expect(toldIn(await printedWith(bug, command))).to.deep.equal(told);
  });

  it('is told in a screen where it takes hundreds of histories to find it, and where it is one of money', async () => {
    for (const [bug, among] of [
      ['cover begins before it was paid', `HISTORIES=3000 ${HISTORIES}`],
      ['a refund is booked with the wrong sign', 'npx mocha packages/core/test/money/money.test.ts'],
    ] as const) {
      const told = toldIn(await printedWith(bug, among));
      expect(told, bug).to.have.length.within(4, SCREEN);
      expect(told[0], bug).to.match(/istory \d+ breaks a law: /);
      expect(toldIn(await printedWith(bug, told.at(-1) ?? '')), bug).to.deep.equal(told);
    }
  });
});
