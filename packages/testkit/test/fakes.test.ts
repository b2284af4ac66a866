import {
  at,
  certificateAuthorityContract,
  clockAt,
  collectedIncidents,
  describeContract,
  documentsContract,
  fakeCertificateAuthority,
  fakeMobileMoney,
  freshId,
  freshText,
  linkedDocumentsContract,
  manualScheduler,
  memoryDocuments,
  mobileMoneyContract,
  schedulerContract,
  aQuote,
  aVehicle,
  type CertificateAuthoritySubject,
  type DocumentsSubject,
  type MobileMoneySubject,
  type SchedulerSubject,
} from '@vehicle-insurance/testkit';

const MORNING = at('2026-01-15T09:00:00.000Z');

const documentsSubject = (): DocumentsSubject => {
  const clock = clockAt(MORNING);
  const documents = memoryDocuments({ clock });
  const breakStore = async () => {
    documents.break();
    return async () => documents.repair();
  };
  return { documents, linked: documents, clock, breakStore };
};
describeContract(documentsContract, 'memory', documentsSubject);
describeContract(linkedDocumentsContract, 'memory', documentsSubject);

describeContract(schedulerContract, 'tests', (): SchedulerSubject => {
  const incidents = collectedIncidents();
  const scheduler = manualScheduler({ incidents });
  const pass = async (seconds: number) => {
    scheduler.pass(seconds);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { scheduler, pass, incidents: () => incidents.all.length };
});

const OPENINGS = {
  opened: undefined,
  refused: 'refused',
  'opened, but unanswered': 'answer lost',
  'opened, then silence': undefined,
} as const;

describeContract(mobileMoneyContract, 'the fake provider', (): MobileMoneySubject => {
  const clock = clockAt(MORNING);
  const mobileMoney = fakeMobileMoney({ clock });
  const silentAfter = new Set<string>();
  return {
    mobileMoney: {
      ...mobileMoney,
      open: async (request) => {
        const answer = await mobileMoney.open(request);
        if (silentAfter.has(request.reference)) mobileMoney.fallSilent();
        return answer;
      },
    },
    capabilities: { expire: true, refund: true, payerLock: true, notices: true },
    clock,
    requestThatIs: (kind) => {
      const script = OPENINGS[kind];
      if (script) mobileMoney.scriptNextOpening(script);
      const reference = freshId();
      if (kind === 'opened, then silence') silentAfter.add(reference);
      return { reference, amount: 121_428, payer: '+2250505060708' };
    },
    payerConfirms: async ({ id }, from) =>
      from === undefined ? mobileMoney.pay(id) : mobileMoney.failTry(id, 'payer_mismatch'),
    payerFails: async ({ id }) => mobileMoney.failTry(id, 'insufficient_funds'),
    noticesAbout: async ({ id }) => [mobileMoney.noticeAbout(id)],
  };
});

const REQUESTS = {
  issued: [],
  refused: ['refused'],
  'issued, but unanswered': ['answer lost'],
  'issued later': ['issued later'],
  'met with silence': ['request lost'],
} as const;

describeContract(certificateAuthorityContract, 'the fake authority', (): CertificateAuthoritySubject => {
  const certificateAuthority = fakeCertificateAuthority();
  return {
    certificateAuthority,
    capabilities: { lookUp: true },
    applicationThatIs: (kind) => {
      certificateAuthority.scriptNextRequests(...REQUESTS[kind]);
      const quote = aQuote();
      return {
        policyNumber: freshText('VI-'),
        subscribedOn: quote.startDate,
        effectiveDate: quote.startDate,
        expiryDate: quote.startDate,
        vehicle: aVehicle(),
        policyholder: quote.policyholder,
        quote,
        intermediaryCode: null,
      };
    },
  };
});
