import {
  at,
  certificateAuthorityContract,
  clockAt,
  describeContract,
  documentsContract,
  fakeCertificateAuthority,
  freshText,
  linkedDocumentsContract,
  memoryDocuments,
  memoryStore,
  mobileMoneyContract,
  racesContract,
  storeContract,
  aQuote,
  aVehicle,
  type CertificateAuthoritySubject,
  type LinkedDocumentsSubject,
} from '@vehicle-insurance/testkit';
import { discreetProvider, fakeProvider, modestProvider, providerWithTime, undatedProvider } from './fake-provider.ts';

const MORNING = at('2026-01-15T09:00:00.000Z');

const documentsSubject = (): LinkedDocumentsSubject => {
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

describeContract(storeContract, 'memory', () => memoryStore());
describeContract(racesContract, 'memory', () => memoryStore());

describeContract(mobileMoneyContract, 'the fake provider', fakeProvider);
describeContract(mobileMoneyContract, 'a provider with few capabilities', () => modestProvider());
describeContract(mobileMoneyContract, 'a provider that sends a prompt to the phone instead of a page', () =>
  modestProvider({ address: 'none' }),
);
describeContract(mobileMoneyContract, 'a provider whose notifications have no date', undatedProvider);
describeContract(mobileMoneyContract, 'a provider that does not report debits', discreetProvider);
describeContract(mobileMoneyContract, 'a provider that never reports when money arrived', () => providerWithTime(null));

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
        ...{ policyNumber: freshText('VI-'), vehicle: aVehicle(), quote, policyholder: quote.policyholder },
        ...{ subscribedOn: quote.startDate, effectiveDate: quote.startDate, expiryDate: quote.startDate },
        ...{ intermediaryCode: null, office: null },
      };
    },
  };
});
