import { registerVehicle, StoreUnavailable, type Documents } from '@vehicle-insurance/core';
import { aVehicleInput, inUnit } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { removePendingUpload } from '../../src/use-cases/document/remove-pending-upload.ts';
import { scenario, type Scenario } from '../scenario.ts';

const FILE = { name: 'carte grise.pdf', bytes: new TextEncoder().encode('%PDF-1.7') };

const setup = async () => {
  const it = await scenario();
  const { documents } = it;
  const command = { ...aVehicleInput(), companyId: it.company.id, registrationDocument: FILE };
  const registerWith = (over: Partial<Scenario> = {}) => registerVehicle({ ...it, ...over })(command);
  const register = (put: Documents['put'] = documents.put) => registerWith({ documents: { ...documents, put } });
  return {
    ...it,
    register,
    registerWith,
    dieAfterPut: () =>
      register(async (...file) => {
        await documents.put(...file);
        throw new Error('the process died');
      }).catch((cause: Error) => cause.message),
  };
};

describe('a stored document', () => {
  it('is kept if its vehicle exists and removed if not, and leaves no row behind in either case', async () => {
    const { register, dieAfterPut, documents, pass, dueWork } = await setup();
    const vehicle = (await register()).unwrap();
    await dieAfterPut();
    await pass({ hours: 2 });
    expect(documents.keys()).to.deep.equal([vehicle.registrationDocument]);
    expect(await dueWork.next('pending_uploads')).to.equal(undefined);
    expect(await dueWork.forget('pending_uploads', 10)).to.equal(0);
  });

  // Proves: pending-uploads-removed
  it('is removed an hour after its process died', async () => {
    const { dieAfterPut, documents, pass } = await setup();
    expect(await dieAfterPut()).to.equal('the process died');
    await pass({ minutes: 59 });
    expect(documents.keys()).to.have.length(1);
    await pass({ minutes: 2 });
    expect(documents.keys()).to.deep.equal([]);
  });

  it('is removed if the creation of its vehicle had an unknown result and the vehicle does not exist', async () => {
    const { registerWith, documents, unitOfWork, pass } = await setup();
    let runs = 0;
    const lostAtTheEnd = {
      run: async (work: Parameters<typeof unitOfWork.run>[0]) => {
        if ((runs += 1) > 1) throw new StoreUnavailable('lost at the very end');
        return unitOfWork.run(work);
      },
    } as typeof unitOfWork;
    const failure = await registerWith({ unitOfWork: lostAtTheEnd }).catch((cause: unknown) => cause);
    expect(failure).to.be.instanceOf(StoreUnavailable);
    expect(documents.keys()).to.have.length(1);
    await pass({ hours: 1 });
    expect(documents.keys()).to.deep.equal([]);
  });

  // Proves: pending-uploads-removed
  it('is removed repeatedly until the storage confirms the removal', async () => {
    const { dieAfterPut, documents, pass, workQueries, clock } = await setup();
    await dieAfterPut();
    documents.break();
    await pass({ hours: 3 });
    const [stuck] = (await workQueries.status(clock.now())).flatMap(({ stuck }) => stuck);
    expect(stuck).to.deep.include({ kind: 'pending_uploads', lastError: { code: 'upload_not_removed' } });
    documents.repair();
    expect(documents.keys()).to.have.length(1);
    await pass({ hours: 2 });
    expect(documents.keys()).to.deep.equal([]);
  });

  for (const [what, isBroken] of [
    ['removed', false],
    ['could not be removed yet', true],
  ] as const)
    // Proves: pending-uploads-removed
    it(`is never assigned to a later vehicle after it was abandoned and ${what}`, async () => {
      const { register, documents, pass, vehicleQueries, company } = await setup();
      const late = await register(async (...file) => {
        if (isBroken) documents.break();
        await pass({ hours: 2 });
        documents.repair();
        return documents.put(...file);
      });
      expect(late.unwrapErr()).to.deep.equal({ code: 'storage_unavailable' });
      expect((await vehicleQueries.page(company.id, {}, { page: 1, limit: 20 })).total).to.equal(1);
      await pass({ hours: 2 });
      expect(documents.keys()).to.deep.equal([]);
    });

  it('is removed in attempts after 1, 2, 5, 10, 20, 40 and 60 minutes, each randomised by a fifth', async () => {
    const { dieAfterPut, documents, passUntil, dueWork, clock } = await setup();
    await dieAfterPut();
    documents.break();
    const next = async () => (await dueWork.next('pending_uploads')) ?? clock.now();
    const shares: number[] = [];
    for (const minutes of [1, 2, 5, 10, 20, 40, 60, 60]) {
      await passUntil(await next());
      shares.push((Date.parse(await next()) - Date.parse(clock.now())) / 60_000 / minutes);
    }
    for (const share of shares) expect(share).to.be.within(0.8, 1.2);
    expect(new Set(shares).size).to.be.above(3);
  });

  it('is not removed by a late worker if its vehicle exists or its upload is no longer pending', async () => {
    const { register, documents, unitOfWork, clock, company, store } = await setup();
    const vehicle = (await register()).unwrap();
    const id = vehicle.registrationDocument?.split('/').at(-2) ?? '';
    const kept = await inUnit(unitOfWork, ({ pendingUploads }) => pendingUploads.find(company.id, id));
    expect(kept).to.include({ due: null, abandoned: false });
    const remove = () => Promise.reject(new Error('nothing must be removed'));
    const late = removePendingUpload({ ...store, clock, documents: { ...documents, remove } });
    for (const document of [id, 'gone'])
      await late({ kind: 'pending_uploads', companyId: company.id, id: document, lease: 'lost', attempt: 1 });
    expect(documents.keys()).to.deep.equal([vehicle.registrationDocument]);
  });
});
