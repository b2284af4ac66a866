import { Ok, StoreUnavailable } from '@vehicle-insurance/core';
import type { Persistence } from '@vehicle-insurance/persistence';
import { aCompany, AN_ENTRY, aVehicle, inUnit, storedCompany, storedVehicle } from '@vehicle-insurance/testkit';
import { isSpread } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { withText, type Message } from '../broken/messages.ts';
import { wire, type Handler, type Line, type Wire } from '../broken/wire.ts';
import { failureOf, openStore, storeForCases } from '../test-store.ts';

const isCommit = ({ text }: Message): boolean => /^\s*commit\b/i.test(text ?? '');
const isAddition = ({ text }: Message): boolean => /\binsert\s+into\s+"?vehicle"?(?!\w)/i.test(text ?? '');

describe('a commit', () => {
  const test = storeForCases();
  let way: Wire;
  let store: Persistence;
  afterEach(async () => {
    await store.close();
    await way.close();
  });

  const openOn = async (handlerOf: (line: Line) => Handler): Promise<void> => {
    way = await wire(test.url, handlerOf);
    store = await openStore({ url: way.url });
  };

  const isThere = async ({ id }: ReturnType<typeof aCompany>): Promise<boolean> =>
    (await inUnit(test.store.unitOfWork, ({ companies }) => companies.find(id))) !== undefined;

  it('fails when the server answers it with ROLLBACK, even if no statement failed', async () => {
    await openOn(() => ({
      toServer: (message) => [isCommit(message) ? withText(message, 'rollback') : message],
      toClient: (message) => [message],
    }));
    const company = aCompany();
    const added = store.unitOfWork.run(async ({ companies }) => Ok(await companies.add(company, AN_ENTRY)));
    expect(await failureOf(added)).to.be.an('error');
    expect(await isThere(company)).to.equal(false);
  });

  for (const [moment, kept] of [
    ['before the server receives it', false],
    ['after the server has committed', true],
  ] as const) {
    /**
     * Loses the first connection at that moment. `isIt` recognises the client's message, and `isDone` the server's
     * answer to it.
     */
    const losing = async (isIt: (message: Message) => boolean, isDone: (message: Message) => boolean) => {
      const seen = { losses: 0, runs: 0 };
      let asked = false;
      const lose = (line: Line): readonly [] => {
        seen.losses += 1;
        line.end();
        return [];
      };
      await openOn((line) => ({
        toServer: (message) => {
          asked ||= isIt(message);
          return !kept && seen.losses === 0 && isIt(message) ? lose(line) : [message];
        },
        toClient: (message) => (kept && seen.losses === 0 && asked && isDone(message) ? lose(line) : [message]),
      }));
      return seen;
    };

    it(`fails when its connection is lost ${moment}, and the unit of work is not repeated`, async () => {
      const seen = await losing(isCommit, ({ done }) => done === 'COMMIT');
      const company = aCompany();
      const added = store.unitOfWork.run(async ({ companies }) => {
        seen.runs += 1;
        return Ok(await companies.add({ ...company, name: `${company.name} ${seen.runs}` }, AN_ENTRY));
      });
      expect(await failureOf(added)).to.be.instanceOf(StoreUnavailable);
      expect(seen).to.deep.equal({ losses: 1, runs: 1 });
      expect(await isThere(company)).to.equal(kept);
      await store.ping();
    });

    it(`of a single statement fails when its connection is lost ${moment}, and is not repeated`, async function () {
      // On a cluster, the addition takes several statements, in a transaction.
      if (kept && isSpread()) return this.skip();
      const { id: companyId } = await storedCompany(test.store.unitOfWork);
      const seen = await losing(isAddition, ({ type }) => type === 'Z');
      const added = store.unitOfWork.run(({ vehicles }) => {
        seen.runs += 1;
        return vehicles.add(aVehicle({ companyId }));
      });
      expect(await failureOf(added)).to.be.instanceOf(StoreUnavailable);
      expect(seen).to.deep.equal({ losses: 1, runs: 1 });
      const { total } = await test.store.vehicleQueries.page(companyId, {}, { page: 1, limit: 1 });
      expect(total).to.equal(kept ? 1 : 0);
    });
  }

  it('is not attempted if the plate or external id is taken, since the server would log the value', async () => {
    const { id: companyId } = await storedCompany(test.store.unitOfWork);
    const { id, licencePlate } = await storedVehicle(test.store.unitOfWork, companyId, { externalId: 'theirs' });
    const errors: string[] = [];
    await openOn(() => ({
      toServer: (message) => [message],
      toClient: (message) => {
        if (message.code !== undefined) errors.push(message.code);
        return [message];
      },
    }));
    for (const taken of [{ licencePlate }, { externalId: 'theirs' }]) {
      const added = await store.unitOfWork.run(({ vehicles }) => vehicles.add(aVehicle({ companyId, ...taken })));
      expect(added.unwrapErr()).to.deep.equal({ code: 'vehicle_already_exists', vehicleId: id });
    }
    expect(errors).to.deep.equal([]);
  });
});
