import { expect } from 'chai';
import { wiring } from '../src/composition/wiring.ts';

describe('wiring', () => {
  it('builds each thing from what it names, once', () => {
    let built = 0;
    const house = wiring()
      .values({ bricks: 3, colour: 'red' })
      .make('wall', ['bricks', 'colour'], ({ bricks, colour }) => ({
        number: ++built,
        of: `${bricks} ${colour} bricks`,
      }))
      .make('room', ['wall'], ({ wall }) => ({ walls: [wall, wall] }));
    expect(house.get('room')).to.deep.equal({ walls: [house.get('wall'), house.get('wall')] });
    expect(house.get('wall')).to.deep.equal({ number: 1, of: '3 red bricks' });
  });

  it('builds nothing that nobody asks for', () => {
    const house = wiring().make('trap', [], () => {
      throw new Error('asked for');
    });
    expect(() => house.get('trap')).to.throw('asked for');
  });

  it('does not compile with a name that was not bound', () => {
    const house = wiring().values({ bricks: 3 });
    // @ts-expect-error nothing called `door` is bound
    const room = house.make('room', ['door'], () => 'room');
    expect(() => room.get('room')).to.throw();
  });
});
