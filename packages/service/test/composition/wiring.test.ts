import { expect } from 'chai';
import { bindings, wiring } from '../../src/composition/wiring.ts';

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('wiring', () => {
  it('builds each binding once from its named dependencies, even asynchronously', async () => {
    let built = 0;
    const walls = bindings()
      .values({ bricks: 3, colour: 'red' })
      .make('wall', ['bricks', 'colour'], async ({ bricks, colour }) => {
        await tick();
        return { number: ++built, of: `${bricks} ${colour} bricks` };
      });
    const rooms = bindings<{ wall: object }>().make('room', ['wall'], ({ wall }) => ({ walls: [wall, wall] }));
    const house = await wiring().load(walls).load(rooms).open();
    expect(house.bound.room).to.deep.equal({ walls: [house.bound.wall, house.bound.wall] });
    expect(house.bound.wall).to.deep.equal({ number: 1, of: '3 red bricks' });
  });

  it('binds parts of an object under their own names', async () => {
    const house = await wiring()
      .load(
        bindings()
          .values({ kitchen: { stove: 'gas', table: 'oak' } })
          .parts('kitchen', ['stove']),
      )
      .open();
    expect(house.bound).to.deep.equal({ kitchen: { stove: 'gas', table: 'oak' }, stove: 'gas' });
  });

  it('does not compile with a dependency that is not bound or has another type', async () => {
    const ground = bindings().values({ bricks: 3 });
    // @ts-expect-error nothing called `door` is bound
    const room = ground.make('room', ['door'], () => 'room');
    expect(await wiring().load(room).open().catch(String)).to.match(/door/);
    const wall = bindings<{ bricks: string }>().make('wall', ['bricks'], ({ bricks }) => bricks);
    const house = wiring().load(ground);
    // @ts-expect-error a number of bricks, where their names are needed
    await house.load(wall).open();
  });

  it('decorates bindings, the first decorator innermost, before others receive them', async () => {
    const house = await wiring()
      .load(bindings().make('wall', [], async () => 'wall'))
      .load(bindings<{ wall: string }>().make('room', ['wall'], ({ wall }) => `room of ${wall}`))
      .open({ wall: (wall) => `painted ${wall}` }, { wall: (wall) => `papered ${wall}` });
    expect(house.bound.room).to.equal('room of papered painted wall');
  });

  describe('closing', () => {
    const builtWith = (roof: () => Promise<string>) => {
      const closed: string[] = [];
      const entry = async (part: string): Promise<void> => {
        await tick();
        closed.push(part);
      };
      const house = wiring()
        .load(bindings().make('ground', [], async () => 'ground', entry))
        .load(bindings().make('wall', [], async () => 'wall', entry))
        .load(
          bindings<{ wall: string }>()
            .make('stairs', ['wall'], () => 'stairs', entry)
            .make('roof', [], roof, entry),
        );
      return { house, closed };
    };

    it('closes every binding of a module before the modules below it, even if one of them fails', async () => {
      const closed: string[] = [];
      const slowly = async (): Promise<void> => {
        await tick();
        await tick();
        closed.push('wall');
      };
      const stuck = () => Promise.reject(new Error('the gate is stuck'));
      const close = () => closed.push('ground');
      const house = await wiring()
        .load(bindings().make('ground', [], async () => 'ground', close))
        .load(
          bindings()
            .make('gate', [], async () => 'gate', stuck)
            .make('wall', [], async () => 'wall', slowly),
        )
        .open();
      expect(await house.close().then(() => 'closed', String)).to.equal('Error: the gate is stuck');
      expect(closed).to.deep.equal(['wall', 'ground']);
    });

    it('closes everything that was built if a build fails, and rethrows that error', async () => {
      const { house, closed } = builtWith(() => Promise.reject(new Error('the roof fell in')));
      expect(await house.open().then(() => 'open', String)).to.equal('Error: the roof fell in');
      expect(closed).to.deep.equal(['stairs', 'wall', 'ground']);
    });
  });
});
