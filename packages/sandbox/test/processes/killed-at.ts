import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { PaymentBody } from '../api/world.ts';
import { eventually } from '../sandbox.ts';
import { PAYERS, POLICYHOLDERS, type Journey } from './caller.ts';
import { useFolderWorld } from './folder-world.ts';
import { judgeOutcome, judgeWorld } from './judge.ts';
import {
  CERTIFIED_LATER,
  GIVEN_BACK,
  INSURED,
  IS_ACCEPTED,
  PAID_LATE,
  type Case,
  type Deaths,
  type Points,
} from './points.ts';
import { MORTAL_SERVICE } from './service-process.ts';
import { supervise, type Supervised } from './supervise.ts';

/** Minutes after which a payer is too late, or the authority has been polled twice. */
const LATER_BY = 33;

/** Work with its own schedule: a day's statement is read at its hour. */
const UNRELATED = /\bstatements\b/;

/** Call it in a `describe`: pays a quote for each case, while the service is killed at that point and restarted. */
export const killedAt = (cases: readonly Case[]): void => {
  const world = useFolderWorld();
  const { clock, quote, pay, confirm, standing, openPayment } = world.call;
  const journeys: Journey[] = [];
  let service: Supervised;

  const crossedSince = () => service.crossed().filter((each) => !UNRELATED.test(each));
  /** Safe, since no other process works here and the dead one holds nothing any more. */
  const endAllLeases = async (): Promise<void> => {
    for (const table of ['payment', 'refund', 'certificate_request', 'contract', 'idempotency_key'])
      await world.query(`update ${table} set leased_until = clock_timestamp() where leased_until > clock_timestamp()`);
  };

  const findPayment = async (asked: Promise<unknown>, quoteId: string): Promise<PaymentBody> => {
    await asked.catch(() => undefined);
    const { payment } = await eventually(
      () => standing(quoteId),
      (found) => typeof found.payment?.paymentUrl === 'string',
    );
    return payment as PaymentBody;
  };

  const paidWhile = async (
    deaths?: Deaths,
    { givenBack, later }: Pick<Deaths, 'givenBack' | 'later'> = deaths ?? { givenBack: false },
  ): Promise<Journey & { readonly opening: readonly string[] }> => {
    const { id: quoteId, vehicleId } = await quote(
      later === 'certificate' ? POLICYHOLDERS.certifiedLater : POLICYHOLDERS.ordinary,
    );
    const { licencePlate: plate } = await world.call.read<{ licencePlate: string }>(`/vehicle/${vehicleId}`);
    const key = randomUUID();
    const payer = later === 'money' ? PAYERS.late : givenBack ? PAYERS.short : PAYERS.ordinary;
    const die = async (isNow: boolean | undefined) => {
      if (deaths && isNow) await service.dieAt(deaths.first, deaths.second);
    };
    crossedSince();
    await die(deaths?.whileOpening);
    const { id: paymentId, page } = deaths?.callerLost
      ? await findPayment(pay(quoteId, payer, key), quoteId).then(({ id, paymentUrl }) => ({ id, page: paymentUrl }))
      : await openPayment(quoteId, payer, key);
    const opening = crossedSince();
    await die(deaths?.whileTimePasses && later === 'money');
    if (later === 'money') await clock.moveOn(LATER_BY);
    await die(!deaths?.whileOpening && !deaths?.whileTimePasses);
    const accepted = later === 'certificate' && service.living()?.reached(IS_ACCEPTED);
    // Here, the provider's page is part of the service and dies with it, so it may take the money without an answer.
    const status = await eventually(
      () => confirm(page ?? '').catch(() => 0),
      (answered) => answered !== 0,
    );
    expect(status).to.be.oneOf(deaths ? [200, 409] : [200]);
    if (later === 'certificate') {
      await (deaths && !deaths.whileTimePasses ? service.died() : accepted);
      await die(deaths?.whileTimePasses);
      await clock.moveOn(LATER_BY);
    }
    return { company: 0, plate, vehicleId, quoteId, key, payer, paymentId, uploaded: false, opening };
  };
  const settle = async (journey: Journey): Promise<void> => {
    await judgeOutcome(world.call, journey);
    journeys.push(journey);
  };

  before(async function () {
    this.timeout(120_000);
    const deaths = cases.flatMap(([, { first, second }]) => (second === undefined ? [first] : [first, second]));
    const environment = { ...world.environment, LOG_LEVEL: 'silent' };
    service = supervise(environment, MORTAL_SERVICE, endAllLeases, deaths.length);
    world.defer(() => service.stop());
    await service.living()?.ready;
  });

  it('passes all points that these tests name, and no others', async () => {
    const crossingsOf = (parts: Readonly<Record<string, Points>>) =>
      Object.values(parts).flatMap(Object.values<string>);
    const { opening: _, ...settling } = INSURED;
    const { certificate, ...others } = settling;
    const ordinary = await paidWhile();
    expect(ordinary.opening, 'opening').to.deep.equal(Object.values(INSURED.opening));
    await expectCrossed(crossingsOf(settling));
    await settle(ordinary);
    const paths: readonly (readonly [Parameters<typeof paidWhile>[1], readonly string[]])[] = [
      [{ givenBack: true }, crossingsOf(GIVEN_BACK)],
      [{ givenBack: true, later: 'money' }, crossingsOf(PAID_LATE)],
      [
        { givenBack: false, later: 'certificate' },
        [...crossingsOf({ certificate, ...CERTIFIED_LATER }), ...crossingsOf(others)],
      ],
    ];
    for (const [path, named] of paths) {
      const journey = await paidWhile(undefined, path);
      await expectCrossed(named);
      await settle(journey);
    }
  });
  const expectCrossed = async (named: readonly string[]): Promise<void> => {
    const crossed = new Set<string>();
    await eventually(
      async () => crossedSince().forEach((each) => crossed.add(each)),
      () => crossed.has(named.at(-1) ?? ''),
    );
    expect([...crossed]).to.have.members([...new Set(named)]);
  };

  for (const [when, deaths] of cases)
    // Proves: intent-committed-first
    it(`leaves a payment ${deaths.givenBack ? 'refunded' : 'insured'} exactly once if it dies when ${when}`, async () => {
      const journey = await paidWhile(deaths);
      await service.died();
      await settle(journey);
    });

  // Proves: killed-loses-nothing
  it('loses and duplicates nothing in all these deaths', async () => {
    const { contracts, refunds } = await judgeWorld(world.query, [world.call], journeys);
    const refunded = cases.filter(([, { givenBack }]) => givenBack).length + 2;
    expect({ contracts, refunds }).to.deep.equal({ contracts: cases.length + 4 - refunded, refunds: refunded });
  });
};
