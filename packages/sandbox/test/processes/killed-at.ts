import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { PAYERS } from '../chaos/careful-caller.ts';
import { eventually } from '../sandbox.ts';
import { caller, type ContractBody, type PaymentBody } from './caller.ts';
import { mortalProcess, type MortalProcess } from './mortal-process.ts';
import { CERTIFIED_LATER, GIVEN_BACK, INSURED, PAID_LATE, type Case, type Deaths, type Points } from './points.ts';
import { sandboxIn, stopServices } from './service-process.ts';

/** Milliseconds in which a journey with two deaths in it has come to its end. */
const WITHIN = 50_000;

/** Minutes after which a payer is too late, or the authority has been asked twice. */
const LATER_BY = 33;

/** Who pays, and who is insured, where time has to pass: by the last digits of their numbers (docs/sandbox.md). */
const LATE_PAYER = '0500000005';
const POLICYHOLDERS = { ordinary: '0700001234', certifiedLater: '0700000014' } as const;

const ACCEPTED = CERTIFIED_LATER.acceptance['the acceptance is committed'];

/** A day's statement is read when its hour has come, whatever else goes on. */
const IN_BETWEEN = /\bstatements\b/;

/**
 * Has a quote paid for each case while the service is killed there, and started again: to be called within a
 * `describe`.
 */
export const killedAt = (cases: readonly Case[]): void => {
  let dataDir: string;
  let service: MortalProcess;
  const { api, pay, confirm, standing, quote, contract, contractsOf, sessionsOf, certificatesOf, clock, moveClock } =
    caller(() => sandboxIn(dataDir));
  /** The points that were crossed since this was asked last. */
  const crossedSince = () => service.crossed().filter((each) => !IN_BETWEEN.test(each));
  const contracts: ContractBody[] = [];
  let refunds = 0;

  /** Asks until it is answered, and the answer is as expected: the service may be dead, or just starting. */
  const patiently = async <Answer>(
    ask: () => Promise<Answer>,
    expected: (answer: Answer) => boolean = () => true,
  ): Promise<Answer> => {
    const answer = await eventually(
      () => ask().catch(() => undefined),
      (said) => said !== undefined && expected(said),
      WITHIN,
    );
    if (answer === undefined) throw new Error('there was no answer');
    return answer;
  };

  /** Time passes, however often the service dies meanwhile: it is told until when, so that none passes twice. */
  const timePasses = async (): Promise<void> => {
    const until = new Date(Date.parse(await patiently(() => clock.now())) + LATER_BY * 60_000).toISOString();
    await patiently(
      () => moveClock(until),
      // Once it is there, no earlier time is taken.
      ({ status }) => status === 200 || status === 400,
    );
  };

  const paidWhile = async (
    deaths?: Deaths,
    { givenBack, later }: Pick<Deaths, 'givenBack' | 'later'> = deaths ?? { givenBack: false },
  ) => {
    const policyholder = later === 'certificate' ? POLICYHOLDERS.certifiedLater : POLICYHOLDERS.ordinary;
    const { id, vehicleId } = await patiently(() => quote(policyholder));
    const key = randomUUID();
    const payer = later === 'money' ? LATE_PAYER : givenBack ? PAYERS.short : PAYERS.ordinary;
    crossedSince();
    if (deaths?.whileOpening) await service.dieAt(deaths.first, deaths.second);
    const { id: paymentId, paymentUrl } = deaths?.callerLost
      ? await foundAfter(pay(id, payer, key), id)
      : await patiently(
          () => pay(id, payer, key),
          ({ status }) => status === 201,
        ).then(({ body }) => body);
    const opening = crossedSince();
    if (deaths?.whileTimePasses && later === 'money') await service.dieAt(deaths.first, deaths.second);
    if (later === 'money') await timePasses();
    if (deaths && !deaths.whileOpening && !deaths.whileTimePasses) await service.dieAt(deaths.first, deaths.second);
    const accepted = later === 'certificate' && service.reached(ACCEPTED);
    // The provider's page dies with the service it is part of here: it may have taken the money without an answer.
    expect(await patiently(() => confirm(paymentUrl ?? ''))).to.be.oneOf(deaths ? [200, 409] : [200]);
    if (later === 'certificate') {
      await (deaths && !deaths.whileTimePasses ? service.died() : accepted);
      if (deaths?.whileTimePasses) await service.dieAt(deaths.first, deaths.second);
      await timePasses();
    }
    return { id, vehicleId, key, payer, givenBack, paymentId, opening };
  };

  /** The payment as its caller finds it, who asked for it once and in vain. */
  const foundAfter = async (asked: Promise<unknown>, quoteId: string): Promise<PaymentBody> => {
    await asked.catch(() => undefined);
    const { payment } = await patiently(
      () => standing(quoteId),
      (found) => typeof found.payment?.paymentUrl === 'string',
    );
    if (!payment) throw new Error('there is no payment');
    return payment;
  };

  const insured = async (quoteId: string): Promise<ContractBody> => {
    const { contractId, payment } = await patiently(
      () => standing(quoteId),
      (answer) => answer.contractId !== null,
    );
    expect(payment?.status).to.equal('succeeded');
    return patiently(
      () => contract(contractId ?? ''),
      ({ certificateStatus, documents }) =>
        certificateStatus === 'issued' && Object.values(documents).every((link) => link !== null),
    );
  };
  const refunded = (quoteId: string) =>
    patiently(
      () => standing(quoteId),
      ({ payment }) => payment?.refund?.status === 'done',
    );

  /** Paid once; one contract and certificate, or all of it given back once: as the service and the outside tell it. */
  const expectOneOfEach = async ({
    id,
    vehicleId,
    key,
    payer,
    givenBack,
    paymentId,
  }: Awaited<ReturnType<typeof paidWhile>>) => {
    const sessions = await sessionsOf(paymentId);
    expect(sessions.map(({ payment_status, refunds: given }) => [payment_status, given.length])).to.deep.equal([
      ['succeeded', givenBack ? 1 : 0],
    ]);
    // The same request under the same key is answered with the same payment, whatever has died meanwhile.
    expect((await pay(id, payer, key)).body).to.include({ id: paymentId });
    if (givenBack) {
      refunds += 1;
      expect(await contractsOf(vehicleId)).to.deep.equal([]);
      return;
    }
    const opened = await insured(id);
    contracts.push(opened);
    expect((await contractsOf(vehicleId)).map((each) => each.id)).to.deep.equal([opened.id]);
    expect(await certificatesOf(opened.policyNumber)).to.have.length(1);
    expect(await pay(id)).to.deep.include({ status: 409 });
  };

  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'crash-'));
    service = mortalProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  });
  after(async () => {
    await service.stop();
    await stopServices();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  it('passes the points that have a name, and no other', async () => {
    const ordinary = await paidWhile();
    expect(ordinary.opening, 'opening').to.deep.equal(Object.values(INSURED.opening));
    await insured(ordinary.id);
    const crossingsOf = (parts: Readonly<Record<string, Points>>) =>
      Object.values(parts).flatMap(Object.values<string>);
    const { opening: _, ...settling } = INSURED;
    await expectCrossed(crossingsOf(settling));
    await expectOneOfEach(ordinary);
    const short = await paidWhile(undefined, { givenBack: true });
    await refunded(short.id);
    await expectCrossed(crossingsOf(GIVEN_BACK));
    await expectOneOfEach(short);
    const late = await paidWhile(undefined, { givenBack: true, later: 'money' });
    await refunded(late.id);
    await expectCrossed(crossingsOf(PAID_LATE));
    await expectOneOfEach(late);
    const accepted = await paidWhile(undefined, { givenBack: false, later: 'certificate' });
    await insured(accepted.id);
    const { certificate, ...others } = settling;
    await expectCrossed([...crossingsOf({ certificate, ...CERTIFIED_LATER }), ...crossingsOf(others)]);
    await expectOneOfEach(accepted);
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
    it(`${deaths.givenBack ? 'gives money back' : 'is paid and insured'} once, killed when ${when}`, async () => {
      const paid = await paidWhile(deaths);
      await service.died();
      await (deaths.givenBack ? refunded : insured)(paid.id);
      await expectOneOfEach(paid);
    });

  // Proves: killed-loses-nothing
  it('leaves, after all these deaths, nothing done twice and nothing undone', async () => {
    const bought = cases.filter(([, { givenBack }]) => !givenBack).length + 2;
    expect(contracts).to.have.length(bought);
    expect(refunds).to.equal(cases.length - bought + 4);
    expect(new Set(contracts.map(({ policyNumber }) => policyNumber)).size).to.equal(bought);
    const { mobileMoney, certificateAuthority } = sandboxIn(dataDir).simulators;
    const readOut = async (address: string) => (await fetch(address)).json() as Promise<readonly object[]>;
    const paid = (await readOut(`${mobileMoney}/sandbox/sessions`)).filter(
      (session) => 'payment_status' in session && session.payment_status === 'succeeded',
    );
    expect(paid).to.have.length(bought + refunds);
    expect(await readOut(`${certificateAuthority}/sandbox/certificates`)).to.have.length(bought);
    expect((await api<{ total: number }>('/contract?limit=1')).body.total).to.equal(bought);
  });
};
