import { Ok, StoreUnavailable } from '@vehicle-insurance/core';
import type { Persistence } from '@vehicle-insurance/persistence';
import { aCompany, aVehicle, inUnit, storedCompany, storedVehicle } from '@vehicle-insurance/testkit';
import { isSpread } from '@vehicle-insurance/testkit/database';
import { expect } from 'chai';
import { withText, type Message } from '../broken/messages.ts';
import { wire, type Handler, type Line, type Wire } from '../broken/wire.ts';
import { failureOf, openStore, testStore, type TestStore } from '../test-store.ts';

const isCommit = ({ text }: Message): boolean => /^\s*commit\b/i.test(text ?? '');
const isAddition = ({ text }: Message): boolean => /\binsert\s+into\s+"?vehicle"?(?!\w)/i.test(text ?? '');

describe('a commit', () => {
  let test: TestStore;
  let way: Wire;
  let store: Persistence;
  beforeEach(async () => {
    test = await testStore();
  });
  afterEach(async () => {
    await store.close();
    await way.close();
    await test.drop();
  });

  /** Opens the store on a way on which something happens to its connections. */
  const openOn = async (handlerOf: (line: Line) => Handler): Promise<void> => {
    way = await wire(test.url, handlerOf);
    store = await openStore({ url: way.url });
  };

  /** Adds a company, and how often its work was run. */
  const adding = (company: ReturnType<typeof aCompany>) => {
    const attempt = { runs: 0, ended: Promise.resolve<unknown>(undefined) };
    attempt.ended = store.unitOfWork.run(async ({ companies }) => {
      attempt.runs += 1;
      return Ok(await companies.add({ ...company, name: `${company.name} ${attempt.runs}` }));
    });
    return attempt;
  };
  const isThere = async ({ id }: ReturnType<typeof aCompany>): Promise<boolean> =>
    (await inUnit(test.store.unitOfWork, ({ companies }) => companies.find(id))) !== undefined;

  it('that the server answers with ROLLBACK is a failure, though no statement has failed', async () => {
    await openOn(() => ({
      toServer: (message) => [isCommit(message) ? withText(message, 'rollback') : message],
      toClient: (message) => [message],
    }));
    const company = aCompany();
    expect(await failureOf(adding(company).ended)).to.be.an('error');
    expect(await isThere(company)).to.equal(false);
  });

  for (const [moment, kept] of [
    ['before the server has it', false],
    ['after the server has done it', true],
  ] as const)
    it(`whose connection is lost ${moment} is a failure, and its work is not run again`, async () => {
      let losses = 0;
      const lose = (line: Line): readonly [] => {
        losses += 1;
        line.end();
        return [];
      };
      await openOn((line) => ({
        toServer: (message) => (!kept && losses === 0 && isCommit(message) ? lose(line) : [message]),
        toClient: (message) => (kept && losses === 0 && message.done === 'COMMIT' ? lose(line) : [message]),
      }));
      const company = aCompany();
      const attempt = adding(company);
      expect(await failureOf(attempt.ended)).to.be.instanceOf(StoreUnavailable);
      expect({ losses, runs: attempt.runs }).to.deep.equal({ losses: 1, runs: 1 });
      expect(await isThere(company)).to.equal(kept);
      await store.ping();
    });

  for (const [moment, kept] of [
    ['before the server has it', false],
    ['after the server has done it', true],
  ] as const)
    it(`that is a single statement’s own, whose connection is lost ${moment}, is a failure, and is not made again`, async function () {
      // There it is several statements, which a transaction ends.
      if (kept && isSpread()) return this.skip();
      const { id: companyId } = await storedCompany(test.store.unitOfWork);
      const vehicle = aVehicle({ companyId });
      let losses = 0;
      let asked = false;
      const lose = (line: Line): readonly [] => {
        losses += 1;
        line.end();
        return [];
      };
      await openOn((line) => ({
        toServer: (message) => {
          asked ||= isAddition(message);
          return !kept && losses === 0 && isAddition(message) ? lose(line) : [message];
        },
        toClient: (message) => (kept && losses === 0 && asked && message.type === 'Z' ? lose(line) : [message]),
      }));
      let runs = 0;
      const ended = store.unitOfWork.run(({ vehicles }) => {
        runs += 1;
        return vehicles.add(vehicle);
      });
      expect(await failureOf(ended)).to.be.instanceOf(StoreUnavailable);
      expect({ losses, runs }).to.deep.equal({ losses: 1, runs: 1 });
      const { total } = await test.store.vehicleQueries.page(companyId, {}, { page: 1, limit: 1 });
      expect(total).to.equal(kept ? 1 : 0);
    });

  it('is not tried for a plate that is taken: the server’s log would contain the plate', async () => {
    const { id: companyId } = await storedCompany(test.store.unitOfWork);
    const { id, licencePlate } = await storedVehicle(test.store.unitOfWork, companyId);
    const errors: string[] = [];
    await openOn(() => ({
      toServer: (message) => [message],
      toClient: (message) => {
        if (message.code !== undefined) errors.push(message.code);
        return [message];
      },
    }));
    const added = await store.unitOfWork.run(({ vehicles }) => vehicles.add(aVehicle({ companyId, licencePlate })));
    expect(added.unwrapErr()).to.deep.equal({ code: 'vehicle_already_exists', vehicleId: id });
    expect(errors).to.deep.equal([]);
  });
});
