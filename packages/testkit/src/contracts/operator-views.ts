import { later, NO_LOOK_UP, SESSION_NOT_KNOWN, type Instant, type Payment, type Refund } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { anApiKey } from '../builders/company.ts';
import { aCertificate } from '../builders/contract.ts';
import { at, day, SOME_MORNING } from '../builders/days.ts';
import { freshId } from '../builders/ids.ts';
import { aFailedPayment, aPayment, aRefund } from '../builders/payment.ts';
import {
  inUnit,
  storedCompany,
  storedContract,
  storedPayment,
  storedQuote,
  storedVehicle,
} from '../builders/stored.ts';
import { portContract } from './port-contract.ts';
import { oddIds } from './overlap.ts';
import type { StoreSubject } from './store.ts';

const NOTE = { at: SOME_MORNING, why: 'the contract of the port' };
const MOST = 100;

const minutesOn = (minutes: number): Instant => later(SOME_MORNING, { minutes });

/** A payment of a company of its own, with a refund if one is asked for. */
const aPaymentIn = async (
  { unitOfWork }: StoreSubject,
  payment: Payment,
  refund?: Partial<Refund>,
): Promise<{ payment: Payment; refund: Refund | null }> => {
  const stored = await storedPayment(unitOfWork, (await storedQuote(unitOfWork)).quote, payment);
  if (!refund) return { payment: stored, refund: null };
  const { companyId, id: paymentId, session } = stored;
  const made = aRefund({ ...refund, companyId, paymentId, sessionId: session?.id ?? '' });
  await inUnit(unitOfWork, ({ refunds }) => refunds.add(made, NOTE));
  return { payment: stored, refund: made };
};

const aContractIn = async (
  { unitOfWork }: StoreSubject,
  over: Parameters<typeof storedContract>[2] = {},
): Promise<string> => (await storedContract(unitOfWork, await storedQuote(unitOfWork), over)).contract.id;

const dueIn = (trouble?: string) => ({ at: SOME_MORNING, attempts: 3, ...(trouble !== undefined && { trouble }) });

/** What operators see of all companies. */
export const operatorViewsContract = portContract<StoreSubject>('Views for operators', {
  'list the payments of all companies, the latest first, from a moment on': async (subject) => {
    const { paymentViews } = subject;
    const first = await aPaymentIn(subject, aPayment());
    const second = await aPaymentIn(subject, aFailedPayment({ created: minutesOn(5) }), {});
    const third = await aPaymentIn(subject, aPayment({ created: minutesOn(5) }));
    expect(await paymentViews.list({}, MOST)).to.deep.equal([third, second, first]);
    expect(await paymentViews.list({}, 2)).to.deep.equal([third, second]);
    expect(await paymentViews.list({ since: minutesOn(5) }, MOST)).to.deep.equal([third, second]);
    expect(await paymentViews.list({ since: minutesOn(6) }, MOST)).to.deep.equal([]);
  },

  'list the payments whose money has not gone back yet': async (subject) => {
    const { paymentViews } = subject;
    const due = await aPaymentIn(subject, aFailedPayment(), {});
    const manual = await aPaymentIn(subject, aFailedPayment(), { status: 'manual', due: null });
    await aPaymentIn(subject, aFailedPayment(), { status: 'done', due: null, completed: SOME_MORNING });
    await aPaymentIn(subject, aFailedPayment());
    expect(await paymentViews.list({ refund: 'due' }, MOST)).to.deep.equal([due]);
    expect(await paymentViews.list({ refund: 'manual' }, MOST)).to.deep.equal([manual]);
    expect(await paymentViews.list({ refund: 'due', since: minutesOn(1) }, MOST)).to.deep.equal([]);
  },

  'say since when, why and by whom payments are paused': async ({ unitOfWork, paymentViews }) => {
    expect(await paymentViews.pause()).to.equal(null);
    await inUnit(unitOfWork, ({ paymentPause }) => paymentPause.pause({ ...NOTE, by: 'operator' }));
    expect(await paymentViews.pause()).to.deep.equal({ ...NOTE, by: 'operator' });
    await inUnit(unitOfWork, ({ paymentPause }) => paymentPause.resume(NOTE));
    expect(await paymentViews.pause()).to.equal(null);
  },

  'list the contracts of all companies, by certificate and by age': async (subject) => {
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
    const [shown] = await contractViews.list({ certificate: 'failed' }, MOST);
    expect(await contractViews.find(shown?.contract.companyId ?? '', failed)).to.deep.equal(shown);
  },

  "find any company's vehicle by its id alone": async ({ unitOfWork, vehicleViews }) => {
    const vehicle = await storedVehicle(unitOfWork, (await storedCompany(unitOfWork)).id);
    expect(await vehicleViews.inspect(vehicle.id)).to.deep.equal(vehicle);
    for (const odd of [...oddIds(vehicle.id), freshId()]) expect(await vehicleViews.inspect(odd)).to.equal(undefined);
  },

  'put what waits for a person in order of urgency': async (subject) => {
    const { workViews } = subject;
    const silent = await aPaymentIn(subject, aPayment({ created: minutesOn(1), due: dueIn('no answer') }));
    const opening = await aPaymentIn(subject, aPayment({ status: 'opening', session: null, created: SOME_MORNING }));
    await aPaymentIn(subject, aPayment({ created: minutesOn(2), due: dueIn('no answer') }));
    const lost = await aPaymentIn(subject, aFailedPayment({ due: dueIn(SESSION_NOT_KNOWN) }));
    await aPaymentIn(subject, aFailedPayment({ due: dueIn('no answer') }));
    const manual = await aPaymentIn(subject, aFailedPayment(), { status: 'manual', due: null });
    const refused = await aPaymentIn(subject, aFailedPayment(), { due: dueIn('refused') });
    await aPaymentIn(subject, aFailedPayment(), { due: dueIn() });
    const past = await aContractIn(subject, {
      contract: { startDate: day('2026-01-15'), endDate: day('2026-04-14') },
      request: { due: dueIn('no answer') },
    });
    await aContractIn(subject, { contract: { endDate: day('2026-04-15') } });
    await aContractIn(subject, {
      contract: { startDate: day('2026-01-15'), endDate: day('2026-04-14') },
      request: { status: 'issued', certificate: aCertificate(), due: null },
    });
    const blind = await aContractIn(subject, { request: { due: dueIn(NO_LOOK_UP) } });
    const failed = await aContractIn(subject, { request: { status: 'failed', due: null, refusal: '-4: no stock' } });

    const attention = await workViews.attention({ windowsBegunUntil: minutesOn(1), today: day('2026-04-15') });
    expect(attention.map(({ kind, id, why }) => ({ kind, id, why }))).to.deep.equal([
      { kind: 'payment_past_window', id: opening.payment.id, why: null },
      { kind: 'payment_past_window', id: silent.payment.id, why: 'no answer' },
      { kind: 'contract_past_last_day', id: past, why: 'no answer' },
      { kind: 'session_not_known', id: lost.payment.id, why: SESSION_NOT_KNOWN },
      { kind: 'certificate_without_look_up', id: blind, why: NO_LOOK_UP },
      { kind: 'certificate_failed', id: failed, why: '-4: no stock' },
      { kind: 'refund_manual', id: manual.payment.id, why: null },
      { kind: 'refund_in_trouble', id: refused.payment.id, why: 'refused' },
    ]);
    expect(attention[1]).to.include({ companyId: silent.payment.companyId, since: minutesOn(1) });
  },

  'tell why the last attempt at a stuck piece of work came to nothing': async (subject) => {
    const { workViews } = subject;
    const { payment } = await aPaymentIn(subject, aPayment({ due: dueIn('no answer') }));
    await aPaymentIn(subject, aPayment({ due: { ...dueIn(), attempts: 1 } }));
    const status = (await workViews.status(SOME_MORNING)).find(({ kind }) => kind === 'payments');
    expect(status?.stuck.map(({ attempts, trouble }) => ({ attempts, trouble }))).to.deep.equal([
      { attempts: 3, trouble: 'no answer' },
      { attempts: 1, trouble: null },
    ]);
    expect(status?.stuck[0]).to.include({ id: payment.id });
  },

  'keep the trouble of an appointment through a claim, until the next one is made': async (subject) => {
    const { unitOfWork, dueWork } = subject;
    const { payment } = await aPaymentIn(subject, aPayment({ due: dueIn('no answer') }));
    const find = () => inUnit(unitOfWork, ({ payments }) => payments.find(payment.companyId, payment.id));
    await dueWork.claim('payments', SOME_MORNING, 1);
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
