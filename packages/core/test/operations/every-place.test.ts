import type { Job } from '@vehicle-insurance/core';
import { aNotification, aPendingUpload } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { retryFailedCertificates } from '../../src/use-cases/certificate/retry-certificate.ts';
import { retryDocuments } from '../../src/use-cases/document/retry-documents.ts';
import { START } from '../scenario.ts';
import { wideWorld, type Place, type WideWorld } from '../wide-world.ts';

interface Law {
  readonly before: (it: WideWorld) => Promise<void>;
  readonly run: readonly Job[] | ((it: WideWorld) => Promise<unknown>);
  readonly of: (it: WideWorld, place: Place) => unknown;
  readonly is: unknown;
}

const open = (it: WideWorld) => it.open();
const paid = (it: WideWorld) => it.paid();
const certifyAll = async (it: WideWorld): Promise<void> => {
  await it.paid();
  await it.run('certificates');
};
const documentAll = async (it: WideWorld): Promise<void> => {
  await certifyAll(it);
  await it.run('documents');
};
const failAll = async (it: WideWorld): Promise<void> => {
  await it.open();
  await it.pass(30, 'payments');
};
const payTooLate = async (it: WideWorld): Promise<void> => {
  for (const place of it.places) {
    const { id } = place.provider.session((await it.paymentOf(place)).id);
    place.provider.put(id, { state: 'paid', completed: it.clock.now() });
  }
};

const runDaysAt = (it: WideWorld, instant: string): Promise<void> => {
  it.at(instant);
  return it.run('days');
};

const statusOf = async (it: WideWorld, place: Place) => (await it.paymentOf(place)).status;
const contractOf = async (it: WideWorld, place: Place) => (await it.ofPlace(place)).contract?.contract;
const contractStatusOf = async (it: WideWorld, place: Place) => (await contractOf(it, place))?.status;
const documentsOf = async (it: WideWorld, place: Place) =>
  Object.values((await contractOf(it, place))?.documents ?? {}).map((name) => name !== null);
const certificateOf = async (it: WideWorld, place: Place) =>
  (await it.ofPlace(place)).contract?.certificateRequest.status;
const refundOf = async (it: WideWorld, place: Place) => {
  const { payment } = await it.ofPlace(place);
  return [payment?.refund?.status, place.provider.session(payment?.payment.id ?? '').refunds];
};

const LAWS: Readonly<Record<string, Law>> = {
  'the payments job records success for every payment that was paid in time': {
    before: (it) => it.confirmed(),
    run: ['payments'],
    of: async (it, place) => [await statusOf(it, place), await contractStatusOf(it, place)],
    is: ['succeeded', 'pending'],
  },
  'the payments job records failure for every payment whose window has passed': {
    before: open,
    run: async (it) => {
      it.soon(45);
      await it.run('payments');
    },
    of: statusOf,
    is: 'failed',
  },
  'the payments job refunds all money that arrives too late': {
    before: (it) => it.confirmLate(),
    run: (it) => it.pass(2, 'payments'),
    of: refundOf,
    is: ['done', 1],
  },
  'the payments job checks every payment that a notification is about': {
    before: async (it) => {
      await it.open();
      await it.confirm();
      for (const place of it.places) {
        const { id: reference, provider } = await it.paymentOf(place);
        const due = { at: START, attempts: 0 };
        await it.unit(({ notifications }) => notifications.add(aNotification({ provider, reference, due })));
      }
    },
    run: ['payments'],
    of: statusOf,
    is: 'succeeded',
  },
  'the statements of every provider are read, and its fees booked': {
    before: paid,
    run: (it) => it.pass(24, 'days', 'payments'),
    of: async (it, place) => {
      const { id, companyId } = await it.paymentOf(place);
      const lines = await it.statements.lines(START, it.clock.now(), 100);
      const line = lines.find(({ reference }) => reference === id);
      const entries = await it.books.entries(companyId, null, 100);
      const isBooked = entries.some(({ cause, subjectId }) => cause === 'merchant_fee_kept' && subjectId === id);
      return [line?.provider === place.provider.provider, line?.amount === place.charged, isBooked];
    },
    is: [true, true, true],
  },
  'the statements find all money that bought nothing, and it is refunded': {
    before: async (it) => {
      await failAll(it);
      await payTooLate(it);
    },
    run: (it) => it.pass(26, 'days', 'payments'),
    of: refundOf,
    is: ['done', 1],
  },
  'the days job searches every provider for money that our records lack': {
    before: async (it) => {
      await failAll(it);
      await payTooLate(it);
      for (const fake of it.fakes) fake.fallSilent();
      await it.pass(24 * 4, 'days', 'payments');
      for (const fake of it.fakes) fake.speakAgain();
    },
    run: (it) => it.pass(1, 'days', 'payments'),
    of: refundOf,
    is: ['done', 1],
  },
  'the certificates job gets every certificate': {
    before: paid,
    run: ['certificates'],
    of: certificateOf,
    is: 'issued',
  },
  'the documents job makes all documents': {
    before: certifyAll,
    run: ['documents'],
    of: documentsOf,
    is: [true, true],
  },
  'the documents job removes the abandoned uploads of every company': {
    before: async (it) => {
      for (const { quote, company } of it.places) {
        const upload = aPendingUpload({ companyId: company.id, id: quote.id, due: { at: START, attempts: 0 } });
        await it.documents.put({ key: upload.key, type: 'application/pdf', bytes: new Uint8Array([1]) });
        await it.unit(({ pendingUploads }) => pendingUploads.add(upload));
      }
    },
    run: ['documents'],
    of: async (it, { quote, company }) =>
      (await it.unit(({ pendingUploads }) => pendingUploads.find(company.id, quote.id)))?.due,
    is: null,
  },
  'the days job starts every contract on its first day': {
    before: documentAll,
    run: (it) => runDaysAt(it, '2026-02-01T00:00:00.000Z'),
    of: contractStatusOf,
    is: 'started',
  },
  'the days job expires every contract after its last day': {
    before: documentAll,
    run: (it) => runDaysAt(it, '2027-02-01T00:00:00.000Z'),
    of: contractStatusOf,
    is: 'expired',
  },
  'the days job deletes the old events of every company': {
    before: paid,
    run: async (it) => {
      it.clock.advance({ hours: 24 * 91 });
      await it.run('days');
    },
    of: async (it, { company }) => (await it.journal.page(company.id, { after: 0, limit: 100 })).data,
    is: [],
  },
  'retrying all failed certificates requests every certificate again': {
    before: async (it) => {
      it.authority.refuseAll(true);
      await it.paid();
      await it.pass(24 * 3, 'certificates');
      it.authority.refuseAll(false);
    },
    run: async (it) => {
      await retryFailedCertificates(it)({ why: 'the stock is full', by: 'operator' });
      await it.run('certificates');
    },
    of: certificateOf,
    is: 'issued',
  },
  'retrying all documents makes every document at once': {
    before: async (it) => {
      it.authority.spoilImages(true);
      await certifyAll(it);
      await it.run('documents');
      it.authority.spoilImages(false);
    },
    run: async (it) => {
      await retryDocuments(it)({ by: 'operator' });
      await it.run('documents');
    },
    of: documentsOf,
    is: [true, true],
  },
};

describe('for every company, enabled or not, every provider and every insurer,', () => {
  for (const [title, { before, run, of, is }] of Object.entries(LAWS))
    it(title, async () => {
      const world = await wideWorld();
      await before(world);
      const untouched = await world.each((place) => of(world, place));
      expect(Object.values(untouched), 'the law already holds before the job').not.to.deep.include(is);
      await (typeof run === 'function' ? run(world) : world.run(...run));
      expect(await world.each((place) => of(world, place))).to.deep.equal(await world.each(() => is));
      expect(world.errorReporter.all).to.deep.equal([]);
    });
});
