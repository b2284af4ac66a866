import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { carefulCaller, type Journey } from './careful-caller.ts';
import { openWorld, type World } from './world.ts';

/** When processes are killed. */
export type Trouble =
  /** Every so many milliseconds. */
  | { readonly everyMilliseconds: number }
  /** After every so many steps of journeys, so that the number does not depend on the machine's speed. */
  | { readonly everySteps: number };

export interface Play {
  readonly journeys: number;
  /** How many of them are under way at the same time. */
  readonly atOnce: number;
  readonly seed: number;
  readonly trouble: Trouble;
  /** Milliseconds in which all must have arrived. */
  readonly within: number;
  /** Milliseconds the database is away in the middle. */
  readonly databaseAway: number;
  /** Seconds until the work of a killed process is free again, if not the minute it is otherwise. */
  readonly leaseSeconds?: number;
  /** Told of each journey that has come to its end. */
  readonly arrived?: (count: number) => void;
}

/** What it came to. */
export interface Figures {
  readonly seconds: number;
  readonly killed: number;
  readonly failedStarts: number;
  readonly unknownAnswers: number;
}

const STEPS = 5;

/**
 * Sends journeys through all processes while one after the other is killed and the database is away for a while; then
 * checks with the service, the provider and the authority that everything a caller was told still holds.
 */
export const playJourneys = async (play: Play): Promise<Figures> => {
  const world = await openWorld(play.seed);
  try {
    await world.ready();
    if (play.leaseSeconds !== undefined) await world.shortenLeases(play.leaseSeconds);
    const caller = carefulCaller({ ...world, signal: AbortSignal.timeout(play.within), stepped: () => stepped() });
    const { stepped, troubled } = killAndDisconnect(world, play);
    const began = performance.now();
    const plates = Array.from({ length: play.journeys }, (_, index) => `LG-${play.seed}-${index}`);
    let count = 0;
    const journeys = await inParallel(plates, play.atOnce, async (plate) => {
      const journey = await caller.journey(plate);
      count += 1;
      play.arrived?.(count);
      return journey;
    });
    await troubled();
    const seconds = (performance.now() - began) / 1000;
    await expectAllToHold(world, caller, journeys);
    const figures = { seconds, unknownAnswers: caller.unknownAnswers(), ...world.fleet.counts() };
    expect(await world.fleet.stop(), 'processes that did not end in order').to.deep.equal([]);
    return figures;
  } finally {
    await world.close();
  }
};

/** Kills as the play says, and takes the database away when half of the steps are done. */
const killAndDisconnect = (world: World, { journeys, trouble, databaseAway }: Play) => {
  const all = journeys * STEPS;
  const over = new AbortController();
  let steps = 0;
  let away: Promise<void> | undefined;

  const killing = async (milliseconds: number): Promise<void> => {
    while (!over.signal.aborted) {
      await pause(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
      if (!over.signal.aborted) world.fleet.killOne();
    }
  };
  const killed = 'everyMilliseconds' in trouble ? killing(trouble.everyMilliseconds) : Promise.resolve();

  return {
    stepped: (): void => {
      steps += 1;
      if (steps >= all / 2) away ??= world.loseDatabase(databaseAway);
      if ('everySteps' in trouble && steps % trouble.everySteps === 0 && steps < all) world.fleet.killOne();
    },
    troubled: async (): Promise<void> => {
      over.abort();
      await Promise.all([away, killed]);
    },
  };
};

const inParallel = async <Given, Done>(
  given: readonly Given[],
  atOnce: number,
  work: (each: Given) => Promise<Done>,
): Promise<readonly Done[]> => {
  const done: Done[] = [];
  const waiting = given.entries();
  const goOn = async (): Promise<void> => {
    for (const [index, each] of waiting) done[index] = await work(each);
  };
  await Promise.all(Array.from({ length: atOnce }, goOn));
  return done;
};

const expectAllToHold = async (
  world: World,
  { read, standing, contract }: ReturnType<typeof carefulCaller>,
  journeys: readonly Journey[],
): Promise<void> => {
  const count = journeys.length;
  const { migrated, companies } = await world.beginnings();
  expect(new Set(migrated).size, 'migrations').to.equal(migrated.length);
  expect(companies, 'seeded companies').to.equal(1);
  await inParallel(journeys, 8, async ({ plate, vehicleId, quoteId, paymentId, contractId, policyNumber }) => {
    expect(await read<object>(`/vehicle/${vehicleId}`)).to.include({ id: vehicleId, licencePlate: plate });
    const { payment, contractId: insuredBy } = await standing(quoteId);
    expect(payment).to.include({ id: paymentId, status: 'succeeded' });
    expect(insuredBy).to.equal(contractId);
    const { documents, certificateStatus, policyNumber: number } = await contract(contractId);
    expect([certificateStatus, number]).to.deep.equal(['issued', policyNumber]);
    for (const link of Object.values(documents))
      expect(await firstBytes(link ?? '')).to.be.oneOf(['%PDF', '\u0089PNG']);
    const { data } = await read<{ data: readonly { id: string }[] }>(`/contract?vehicleId=${vehicleId}`);
    expect(data.map(({ id }) => id)).to.deep.equal([contractId]);
  });
  expect(new Set(journeys.map(({ policyNumber }) => policyNumber)).size).to.equal(count);
  expect((await read<{ total: number }>('/contract?limit=1')).total).to.equal(count);

  const paid = (await world.sessions()).filter(({ payment_status }) => payment_status === 'succeeded');
  expect(paid.map(({ client_reference }) => client_reference)).to.have.members(
    journeys.map(({ paymentId }) => paymentId),
  );
  expect(paid.filter(({ refunds }) => refunds.length > 0)).to.deep.equal([]);

  const certificates = await world.certificates();
  expect(certificates.map(({ numero_police }) => numero_police)).to.have.members(
    journeys.map(({ policyNumber }) => policyNumber),
  );
  expect(new Set(certificates.map(({ numero_attestation }) => numero_attestation)).size).to.equal(count);
};

/** What a document begins with: a server that is just being started again is asked once more. */
const firstBytes = async (link: string): Promise<string> => {
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(link).catch(() => undefined);
    if (answer?.ok)
      return Buffer.from(await answer.arrayBuffer())
        .subarray(0, 4)
        .toString('latin1');
    if (tries === 50) throw new Error(`${link} does not open: ${answer?.status}`);
    await pause(100);
  }
};
