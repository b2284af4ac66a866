import type { Due, StatementReading, Transaction } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { anApiKey } from '../builders/company.ts';
import { day, SOME_MORNING } from '../builders/days.ts';
import { freshId } from '../builders/ids.ts';
import { aFailedPayment, aNotification, aPayment } from '../builders/payment.ts';
import { aPendingUpload } from '../builders/pending-upload.ts';
import { gate } from './overlap.ts';
import { dueAt, ENTRY, fails, SOON, storeCases, type StoreBench } from './store-bench.ts';

/** A stored row with a number that units of work increase. */
interface Counted {
  /** Reads the row and its number. Undefined if the row does not exist. */
  read(tx: Transaction): Promise<Read | undefined>;
}

interface Read {
  readonly count: number;
  save(tx: Transaction, count: number): Promise<unknown>;
}

/** A row whose number is its count of attempts. */
const withTries = <Row extends { readonly due: Due | null }>(
  find: (tx: Transaction) => Promise<Row | undefined>,
  save: (tx: Transaction, row: Row) => Promise<unknown>,
): Counted => ({
  read: async (tx) => {
    const row = await find(tx);
    return (
      row && {
        count: row.due?.attempts ?? 0,
        save: (unit, attempts) => save(unit, { ...row, due: { at: SOON, attempts } }),
      }
    );
  },
});

/** A row whose number is stored in a text. */
const withText = <Row>(
  find: (tx: Transaction) => Promise<Row | undefined>,
  save: (tx: Transaction, row: Row) => Promise<unknown>,
  text: (row: Row) => string | null,
  withIt: (row: Row, text: string) => Row,
): Counted => ({
  read: async (tx) => {
    const row = await find(tx);
    return row && { count: Number(text(row) ?? 0), save: (unit, count) => save(unit, withIt(row, String(count))) };
  },
});

/** A row of each kind that units of work save. */
const SAVED: Readonly<Record<string, (store: StoreBench) => Promise<Counted>>> = {
  'a company': async (store) => {
    const { id } = await store.addCompany();
    return withText(
      ({ companies }) => companies.find(id),
      ({ companies }, company) => companies.save(company, ENTRY),
      ({ phone }) => phone,
      (company, phone) => ({ ...company, phone }),
    );
  },
  'an API key': async (store) => {
    const key = anApiKey({ companyId: (await store.addCompany()).id });
    await store.unit(({ apiKeys }) => apiKeys.add(key, ENTRY));
    return withText(
      ({ apiKeys }) => apiKeys.find(key.id),
      ({ apiKeys }, each) => apiKeys.save(each, ENTRY),
      ({ label }) => label,
      (each, label) => ({ ...each, label }),
    );
  },
  'a vehicle': async (store) => {
    const { id: companyId } = await store.addCompany();
    const { id } = await store.addVehicle(companyId);
    return withText(
      ({ vehicles }) => vehicles.find(companyId, id),
      async ({ vehicles }, vehicle) => (await vehicles.save(vehicle, SOON)).unwrap(),
      ({ externalId }) => externalId,
      (vehicle, externalId) => ({ ...vehicle, externalId }),
    );
  },
  'a payment': async (store) => {
    const { companyId, id } = await store.addPayment(aPayment({ due: dueAt(SOME_MORNING) }));
    return withTries(
      ({ payments }) => payments.find(companyId, id),
      ({ payments }, payment) => payments.save(payment, ENTRY),
    );
  },
  'a refund': async (store) => {
    const { refund } = await store.addRefunded(aFailedPayment());
    return withTries(
      ({ refunds }) => refunds.find(refund.companyId, refund.id),
      ({ refunds }, each) => refunds.save(each, ENTRY),
    );
  },
  'a contract': async (store) => {
    const { contract } = await store.addContract();
    return withText(
      ({ contracts }) => contracts.find(contract.companyId, contract.id),
      ({ contracts }, each) => contracts.save(each, ENTRY),
      ({ documentsDue }) => String(documentsDue?.attempts ?? 0),
      (each, attempts) => ({ ...each, documentsDue: { at: SOON, attempts: Number(attempts) } }),
    );
  },
  'a request for a certificate': async (store) => {
    const { contract } = await store.addContract();
    return withTries(
      ({ certificateRequests }) => certificateRequests.find(contract.companyId, contract.id),
      ({ certificateRequests }, request) => certificateRequests.save(request, ENTRY),
    );
  },
  'a notification': async (store) => {
    const notification = aNotification();
    await store.unit(({ notifications }) => notifications.add(notification));
    return withTries(
      ({ notifications }) => notifications.find(notification.id),
      ({ notifications }, each) => notifications.save(each),
    );
  },
  'a pending upload': async (store) => {
    const pending = aPendingUpload({ companyId: (await store.addCompany()).id });
    await store.unit(({ pendingUploads }) => pendingUploads.add(pending));
    return withTries(
      ({ pendingUploads }) => pendingUploads.find(pending.companyId, pending.id),
      ({ pendingUploads }, each) => pendingUploads.save(each),
    );
  },
  'the reading of a statement': async (store) => {
    const due = dueAt(SOME_MORNING);
    const reading: StatementReading = { id: freshId(), provider: 'fake', day: day('2026-01-14'), read: null, due };
    await store.statements.plan(reading);
    return withTries(
      ({ statements }) => statements.find(reading.id),
      ({ statements }, each) => statements.save(each),
    );
  },
};

/** For every kind of row, no change is lost, and a row that was not read cannot be saved. */
export const savedContract = storeCases(
  'UnitOfWork',
  Object.fromEntries(
    Object.entries(SAVED).map(([what, put]) => [
      `loses no change if two units change ${what} at once, and refuses to save a row that it has not found`,
      async (store: StoreBench) => {
        const row = await put(store);
        const raise = (wait?: () => Promise<void>) =>
          store.unit(async (tx) => {
            const found = await row.read(tx);
            await wait?.();
            await found?.save(tx, found.count + 1);
          });
        const countNow = () => store.unit(async (tx) => (await row.read(tx))?.count);
        const before = await countNow();
        expect(before).to.be.a('number');
        const [read, mayEnd] = [gate(), gate()];
        const slow = raise(async () => {
          read.open();
          await mayEnd.passed;
        });
        await read.passed;
        await raise();
        mayEnd.open();
        await slow;
        expect(await countNow()).to.equal((before ?? 0) + 2);

        const elsewhere = await store.unit((tx) => row.read(tx));
        expect(await fails(store.unit(async (tx) => elsewhere?.save(tx, 0)))).to.equal(true);
        expect(await countNow()).to.equal((before ?? 0) + 2);
      },
    ]),
  ),
);
