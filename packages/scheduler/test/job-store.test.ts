import { collectedIncidents } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { agendaScheduler } from '../src/index.ts';

describe('store of the scheduler', () => {
  const incidents = collectedIncidents();

  it('is refused with what to do instead when no store can be meant', () => {
    expect(() => agendaScheduler({ store: 'redis://127.0.0.1', incidents })).to.throw(
      'give it a postgres:// or mongodb://',
    );
    expect(() => agendaScheduler({ store: '', incidents })).to.throw('give it a postgres:// or mongodb://');
    expect(() => agendaScheduler({ store: 'postgres://db', schema: 'x; drop', incidents })).to.throw(
      'plain lower-case name',
    );
  });

  it('is asked nothing before somebody rings or starts', async () => {
    const scheduler = agendaScheduler({ store: 'postgres://127.0.0.1:1/none', incidents });
    expect(scheduler.health()).to.equal('ok');
    await scheduler.stop();
    expect(incidents.all).to.deep.equal([]);
  });
});
