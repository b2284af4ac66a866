import { endAtEachCall, writeAndDie } from './killed-at.ts';

describe('a run that writes bordereaux and is killed', function () {
  this.timeout(300_000);

  it('leaves nothing that looks complete after a kill at any point, and the next run writes the same bytes', async () => {
    await endAtEachCall(writeAndDie);
  });
});
