import { expect } from 'chai';
import { anApiKey } from '../builders/company.ts';
import { at, SOME_MORNING } from '../builders/days.ts';
import { freshId } from '../builders/ids.ts';
import { aFailedPayment, aPayment } from '../builders/payment.ts';
import { ROUTINE_PAYMENTS } from '../builders/queues.ts';
import { inUnit, storedCompany, storedContract, storedQuote, storedVehicle } from '../builders/stored.ts';
import { aContractIn, aPaymentIn, dueIn, minutesOn, NOTE } from './operator-subjects.ts';
import { oddIds } from './overlap.ts';
import { portContract } from './port-contract.ts';
import type { StoreSubject } from './store.ts';

const MOST = 100;

/** What operators see of all companies. */
export const operatorViewsContract = portContract<StoreSubject>('Views for operators', {
  'list the payments of all companies, the latest first, by day, company, state and id': async (subject) => {
    const { paymentViews } = subject;
    const first = (await aPaymentIn(subject, aPayment())).payment;
    const second = (await aPaymentIn(subject, aFailedPayment({ created: minutesOn(5) }), {})).payment;
    const third = (await aPaymentIn(subject, aPayment({ created: minutesOn(5) }))).payment;
    const listed = async (...asked: Parameters<typeof paymentViews.list>) =>
      (await paymentViews.list(...asked)).map(({ payment }) => payment);
    expect(await listed({}, MOST)).to.deep.equal([third, second, first]);
    expect(await listed({}, 2)).to.deep.equal([third, second]);
    expect(await listed({ since: minutesOn(5) }, MOST)).to.deep.equal([third, second]);
    expect(await listed({ since: minutesOn(6) }, MOST)).to.deep.equal([]);
    expect(await listed({ until: minutesOn(4) }, MOST)).to.deep.equal([first]);
    expect(await listed({ until: minutesOn(5), since: minutesOn(5), status: 'pending' }, MOST)).to.deep.equal([third]);
    expect(await listed({ companyId: second.companyId }, MOST)).to.deep.equal([second]);
    expect(await listed({ companyId: second.companyId, status: 'pending' }, MOST)).to.deep.equal([]);
    expect(await listed({ ids: [first.id, third.id, freshId()] }, MOST)).to.deep.equal([third, first]);
    expect(await listed({ ids: [] }, MOST)).to.deep.equal([]);
    expect(await listed({ companyId: 'none' }, MOST)).to.deep.equal([]);
    const [shown] = await paymentViews.list({ ids: [second.id] }, MOST);
    expect(shown?.companyName).to.be.a('string').and.not.equal('');
    const { history: _, ...found } = (await paymentViews.find(second.id)) ?? { history: [] };
    expect(found).to.deep.equal(shown);
  },

  'list the payments whose money has to go back, has to be given back by hand, or has gone back': async (subject) => {
    const { paymentViews } = subject;
    const due = (await aPaymentIn(subject, aFailedPayment(), {})).payment;
    const manual = (await aPaymentIn(subject, aFailedPayment(), { status: 'manual', due: null })).payment;
    const gone = { status: 'done', due: null, completed: SOME_MORNING } as const;
    const done = (await aPaymentIn(subject, aFailedPayment(), { ...gone, created: minutesOn(9) })).payment;
    const later = (await aPaymentIn(subject, aFailedPayment({ created: minutesOn(5) }), gone)).payment;
    await aPaymentIn(subject, aFailedPayment());
    const listed = async (...asked: Parameters<typeof paymentViews.list>) =>
      (await paymentViews.list(...asked)).map(({ payment }) => payment);
    expect(await listed({ refund: 'due' }, MOST)).to.deep.equal([due]);
    expect(await listed({ refund: 'manual' }, MOST)).to.deep.equal([manual]);
    expect(await listed({ refund: 'done' }, MOST)).to.deep.equal([later, done]);
    expect(await listed({ refund: 'done' }, 1)).to.deep.equal([done]);
    expect(await listed({ refund: 'done', companyId: later.companyId }, MOST)).to.deep.equal([later]);
    expect(await listed({ refund: 'done', until: minutesOn(4) }, MOST)).to.deep.equal([done]);
    expect(await listed({ refund: 'due', status: 'pending' }, MOST)).to.deep.equal([]);
    expect(await listed({ refund: 'due', since: minutesOn(1) }, MOST)).to.deep.equal([]);
  },

  'say since when, why and by whom payments are paused': async ({ unitOfWork, paymentViews }) => {
    expect(await paymentViews.pause()).to.equal(null);
    await inUnit(unitOfWork, ({ paymentPause }) => paymentPause.pause({ ...NOTE, by: 'operator' }));
    expect(await paymentViews.pause()).to.deep.equal({ ...NOTE, by: 'operator' });
    await inUnit(unitOfWork, ({ paymentPause }) => paymentPause.resume(NOTE));
    expect(await paymentViews.pause()).to.equal(null);
  },

  'list the contracts of all companies, by certificate, day, company, state and id': async (subject) => {
    const { contractViews } = subject;
    const pending = await aContractIn(subject);
    const later = {
      contract: { created: minutesOn(5) },
      request: { status: 'failed', due: null, created: minutesOn(5) },
    } as const;
    const failed = await aContractIn(subject, later);
    const listed = async (...asked: Parameters<typeof contractViews.list>) =>
      (await contractViews.list(...asked)).map(({ contract }) => contract.id);
    expect(await listed({}, MOST)).to.deep.equal([failed, pending]);
    expect(await listed({}, 1)).to.deep.equal([failed]);
    expect(await listed({ until: SOME_MORNING }, MOST)).to.deep.equal([pending]);
    expect(await listed({ certificate: 'pending' }, MOST)).to.deep.equal([pending]);
    expect(await listed({ certificate: 'failed' }, MOST)).to.deep.equal([failed]);
    expect(await listed({ certificate: 'failed', until: minutesOn(4) }, MOST)).to.deep.equal([]);
    expect(await listed({ since: minutesOn(1) }, MOST)).to.deep.equal([failed]);
    expect(await listed({ certificate: 'failed', since: minutesOn(6) }, MOST)).to.deep.equal([]);
    expect(await listed({ status: 'started' }, MOST)).to.deep.equal([]);
    expect(await listed({ status: 'pending', certificate: 'pending' }, MOST)).to.deep.equal([pending]);
    const { companyId } = (await contractViews.inspect(failed))?.contract ?? {};
    expect(await listed({ companyId }, MOST)).to.deep.equal([failed]);
    expect(await listed({ companyId, certificate: 'pending' }, MOST)).to.deep.equal([]);
    expect(await listed({ companyId: 'none' }, MOST)).to.deep.equal([]);
    expect(await listed({ ids: [pending, freshId()] }, MOST)).to.deep.equal([pending]);
    expect(await listed({ ids: [] }, MOST)).to.deep.equal([]);
    const [shown] = await contractViews.list({ certificate: 'failed' }, MOST);
    expect(await contractViews.find(shown?.contract.companyId ?? '', failed)).to.deep.equal(shown);
  },

  "find any company's vehicle by its id alone": async ({ unitOfWork, vehicleViews }) => {
    const vehicle = await storedVehicle(unitOfWork, (await storedCompany(unitOfWork)).id);
    expect(await vehicleViews.inspect(vehicle.id)).to.deep.equal(vehicle);
    for (const odd of [...oddIds(vehicle.id), freshId()]) expect(await vehicleViews.inspect(odd)).to.equal(undefined);
  },

  'keep the trouble of an appointment through a claim, until the next one is made': async (subject) => {
    const { unitOfWork, dueWork } = subject;
    const { payment } = await aPaymentIn(subject, aPayment({ due: dueIn('no answer') }));
    const find = () => inUnit(unitOfWork, ({ payments }) => payments.find(payment.companyId, payment.id));
    await dueWork.claim(ROUTINE_PAYMENTS, SOME_MORNING, 1);
    expect((await find())?.due).to.deep.equal({ ...dueIn('no answer'), attempts: 4 });
    await inUnit(unitOfWork, async ({ payments }) => {
      const found = await payments.find(payment.companyId, payment.id);
      if (found) await payments.save({ ...found, due: dueIn() }, NOTE);
    });
    expect((await find())?.due).to.deep.equal(dueIn());
  },

  'remember what the outside said, also where it changed nothing': async ({ unitOfWork, contractViews }) => {
    const { contract } = await storedContract(unitOfWork, await storedQuote(unitOfWork));
    const save = (evidence?: Record<string, unknown>) =>
      inUnit(unitOfWork, async ({ certificateRequests }) => {
        const request = await certificateRequests.find(contract.companyId, contract.id);
        if (request) await certificateRequests.save(request, { ...NOTE, evidence });
      });
    await save();
    await save({ statut: -4 });
    const history = (await contractViews.inspect(contract.id))?.history ?? [];
    expect(history.filter(({ what }) => what === 'certificate').slice(1)).to.deep.equal([
      { ...NOTE, what: 'certificate', id: contract.id, from: 'pending', to: 'pending', evidence: { statut: -4 } },
    ]);
  },

  'keep the history of a company and its keys, written by whoever changed them': async ({ unitOfWork }) => {
    const [company, stranger] = [await storedCompany(unitOfWork), await storedCompany(unitOfWork)];
    const key = anApiKey({ companyId: company.id });
    const lines = [
      { ...NOTE, what: 'company', id: company.id, from: null, to: 'enabled', by: 'operator' },
      { ...NOTE, what: 'key', id: key.id, from: null, to: 'active', by: 'operator' },
      { ...NOTE, what: 'company', id: company.id, from: 'enabled', to: 'disabled', by: 'another' },
    ] as const;
    await inUnit(unitOfWork, async ({ history }) => {
      for (const line of lines) await history.add(company.id, line);
      await history.add(stranger.id, { ...lines[0], id: stranger.id });
    });
    const told = (ids: readonly string[]) => inUnit(unitOfWork, ({ history }) => history.of(company.id, ids));
    expect(await told([company.id, key.id])).to.deep.equal(lines);
    expect(await told([key.id])).to.deep.equal([lines[1]]);
    expect(await told([])).to.deep.equal([]);
  },

  'tell the beginning of a display prefix from the whole of it': async ({ unitOfWork }) => {
    const key = anApiKey({ companyId: (await storedCompany(unitOfWork)).id, expires: at('2027-01-01T00:00:00.000Z') });
    await inUnit(unitOfWork, async ({ apiKeys }) => {
      await apiKeys.add(key);
      expect(await apiKeys.anyBeginning(key.prefix.slice(0, -1))).to.equal(true);
      expect(await apiKeys.anyBeginning(`${key.prefix}_`)).to.equal(false);
      expect(await apiKeys.find(key.prefix.slice(0, -1))).to.equal(undefined);
    });
  },
});
