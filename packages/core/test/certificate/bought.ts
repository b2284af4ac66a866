import {
  attachCertificate,
  cancelContract,
  jobs,
  later,
  listActionItems,
  retryCertificate,
  startOfDay,
  type CertificateApplication,
  type CertificateAuthority,
  type Change,
} from '@vehicle-insurance/core';
import { day } from '@vehicle-insurance/testkit';
import { scenario, START, type Scenario } from '../scenario.ts';
import type { CancelContractCommand } from '../../src/use-cases/contract/cancel-contract.ts';

export const PAID_AT = later(START, { minutes: 2 });
export const BY = 'operator';
export const WHY = 'The vehicle is insured elsewhere.';

/** The commands of an operator about a contract. */
export const commandsOf = (it: Scenario, contractId: string) => {
  const link = 'https://authority.test/1';
  return {
    cancel: (why = WHY, over: Partial<CancelContractCommand> = {}) =>
      cancelContract(it)({ contractId, why, by: BY, ...over }),
    retry: (why = 'again') => retryCertificate(it)({ contractId, why, by: BY }),
    attach: (certificateNumber = 'CI-HAND-1', reason?: string) =>
      attachCertificate({ ...it, insuranceCompany: 'Assurances Exemple' })({
        ...{ contractId, certificateNumber, reason, by: BY },
        ...{ pdfLink: `${link}.pdf`, imageLink: `${link}.png`, qrCodeLink: link },
      }),
  };
};

/** A paid contract whose certificate was requested once, with the commands of an operator. */
export const buyContract = async (prepare: (it: Scenario) => unknown = () => undefined) => {
  const it = await scenario();
  await prepare(it);
  const { id: paymentId } = (await it.pay()).unwrap();
  it.provider.pay(paymentId);
  await it.passUntil(PAID_AT);
  const { id: contractId } = (await it.contract()).contract;
  const commands = commandsOf(it, contractId);
  /** Moves the clock to the next attempt at the certificate without making it. */
  const untilAsked = async () => it.clock.moveTo((await it.store.dueWork.next('certificates')) ?? it.clock.now());
  return {
    ...it,
    contractId,
    paymentId,
    commands,
    cancel: async (why?: string) => (await commands.cancel(why)).unwrap(),
    retry: async (why?: string) => (await commands.retry(why)).unwrap(),
    attach: async (certificateNumber?: string, reason?: string) =>
      (await commands.attach(certificateNumber, reason)).unwrap(),
    request: async () => (await it.contract()).certificateRequest,
    listed: async () => (await listActionItems(it)()).map(({ kind, id, why }) => ({ kind, id, why })),
    reasons: async () => (await listActionItems(it)()).map(({ kind, why }) => [kind, why]),
    history: async (): Promise<readonly Change[]> => (await it.contractQueries.inspect(contractId))?.history ?? [],
    untilAsked,
    /** The authority answers the next request, but something happens before a worker records the answer. */
    answerAfter: async (happen: () => unknown): Promise<void> => {
      it.authority.speakAgain();
      await untilAsked();
      const request: CertificateAuthority['request'] = async (application) => {
        const answer = await it.authority.request(application);
        await happen();
        return answer;
      };
      await jobs({ ...it, certificateAuthority: { ...it.authority, request } }).certificates();
    },
  };
};
export type Bought = Awaited<ReturnType<typeof buyContract>>;

export const anotherApplication = ({ quote, vehicle }: Scenario, policyNumber: string): CertificateApplication => ({
  ...{ policyNumber, subscribedOn: day('2026-01-15'), effectiveDate: quote.startDate, expiryDate: day('2027-01-31') },
  ...{ vehicle, quote, policyholder: quote.policyholder, intermediaryCode: null, office: null },
});

/** A contract with its certificate, on a day of its cover: the last of the first 181 days, unless another is given. */
export const buyIssued = async (today = '2026-07-31', prepare?: Parameters<typeof buyContract>[0]) => {
  const it = await buyContract(prepare);
  const goTo = (date: string) => it.passUntil(startOfDay(day(date), it.zone));
  await goTo(today);
  return { ...it, goTo };
};
