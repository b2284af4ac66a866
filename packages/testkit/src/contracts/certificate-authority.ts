import {
  documentTypeOf,
  type Certificate,
  type CertificateApplication,
  type CertificateAuthority,
  inEnglish,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { value } from './outcomes.ts';
import { portContract } from './port-contract.ts';

/** How the authority treats an application. */
export type ApplicationKind =
  | 'issued'
  | 'refused'
  /** The authority issues the certificate, but the response is lost. */
  | 'issued, but unanswered'
  /** The authority accepts at once, and issues the certificate after a few status queries. */
  | 'issued later'
  /** The authority is unreachable for this application. */
  | 'met with silence';

/** A gateway under test, with controls for the authority that the gateway calls. */
export interface CertificateAuthoritySubject {
  readonly certificateAuthority: CertificateAuthority;
  /** Whether the authority offers a look-up by policy number. */
  readonly capabilities: { readonly lookUp: boolean };
  /** An application for a new vehicle and policy. `kind` is how the authority treats the application. */
  applicationThatIs(kind: ApplicationKind): CertificateApplication;
}

/** The number of status queries after which an accepted request counts as stuck. */
const MAX_QUESTIONS = 10;

const isFor = (certificate: Certificate | null, { effectiveDate, expiryDate }: CertificateApplication): void => {
  expect(certificate).to.include({ effectiveDate, expiryDate });
  expect(certificate?.certificateNumber).to.match(/\S/);
  expect(certificate?.insuranceCompany).to.match(/\S/);
  for (const link of [certificate?.pdfLink, certificate?.imageLink, certificate?.qrCodeLink])
    expect(URL.canParse(link ?? '')).to.equal(true);
};

const issued = async ({
  certificateAuthority: authority,
  applicationThatIs,
}: CertificateAuthoritySubject): Promise<Certificate> => {
  const { acceptance, certificate } = value(await authority.request(applicationThatIs('issued')));
  const found = certificate ?? value(await authority.ask(acceptance)).certificate;
  if (!found) throw new Error('the authority did not issue the certificate');
  return found;
};

/** The requirements on every gateway to a certificate authority. */
export const certificateAuthorityContract = portContract<CertificateAuthoritySubject>('CertificateAuthority', {
  'returns the certificate that was requested': async ({ certificateAuthority: authority, applicationThatIs }) => {
    const application = applicationThatIs('issued');
    const { acceptance, certificate } = value(await authority.request(application));
    expect(acceptance.requestNumber).to.match(/\S/);
    isFor(certificate ?? value(await authority.ask(acceptance)).certificate, application);
  },

  'queries an accepted request until the certificate is issued': async (subject) => {
    const { certificateAuthority: authority, applicationThatIs } = subject;
    const application = applicationThatIs('issued later');
    const { acceptance, certificate } = value(await authority.request(application));
    expect(certificate).to.equal(null);
    for (let question = 1; question <= MAX_QUESTIONS; question += 1) {
      const answer = await authority.ask(acceptance);
      if (answer.outcome === 'not_yet') continue;
      const state = value(answer);
      expect(state.acceptance).to.deep.equal(acceptance);
      if (state.certificate) return isFor(state.certificate, application);
    }
    throw new Error('the certificate was never issued');
  },

  'returns a refusal with its reason': async ({ certificateAuthority: authority, applicationThatIs }) => {
    const answer = await authority.request(applicationThatIs('refused'));
    expect(answer.outcome).to.equal('refused');
    if (answer.outcome !== 'refused') return;
    expect(answer.reason.kind).to.equal('refused');
    expect(inEnglish(answer.reason.answer)).to.match(/\S/);
  },

  'reports an unknown outcome if the answer was lost': async (subject) => {
    const { certificateAuthority: authority, applicationThatIs, capabilities } = subject;
    const application = applicationThatIs('issued, but unanswered');
    expect((await authority.request(application)).outcome).to.equal('unknown');
    const found = await authority.find(application.policyNumber);
    if (!capabilities.lookUp) return void expect(found.outcome).to.equal('refused');
    isFor(value(found)?.certificate ?? null, application);
  },

  'finds nothing under a policy that the authority does not have': async (subject) => {
    const { certificateAuthority: authority, capabilities, applicationThatIs } = subject;
    const found = await authority.find(applicationThatIs('issued').policyNumber);
    if (!capabilities.lookUp) return void expect(found.outcome).to.equal('refused');
    expect(value(found)).to.equal(null);
  },

  'never creates a second certificate for one policy': async ({
    certificateAuthority: authority,
    applicationThatIs,
  }) => {
    const application = applicationThatIs('issued');
    const first = value(await authority.request(application));
    const again = await authority.request(application);
    if (again.outcome === 'done') expect(again.value.acceptance).to.deep.equal(first.acceptance);
    else expect(again).to.have.nested.property('reason.kind', 'duplicate');
  },

  'refuses another policy for the same vehicle and days as a duplicate': async (subject) => {
    const { certificateAuthority: authority, applicationThatIs } = subject;
    const application = applicationThatIs('issued');
    value(await authority.request(application));
    const another = { ...application, policyNumber: applicationThatIs('issued').policyNumber };
    const answer = await authority.request(another);
    expect(answer.outcome).to.equal('refused');
    if (answer.outcome === 'refused') expect(answer.reason.kind).to.equal('duplicate');
  },

  'reports an unknown outcome if the authority does not answer': async ({
    certificateAuthority: authority,
    applicationThatIs,
  }) => {
    expect((await authority.request(applicationThatIs('met with silence'))).outcome).to.equal('unknown');
  },

  'annuls a certificate, also a second time, or refuses if it has no such call': async (subject) => {
    const { certificateAuthority: authority } = subject;
    const certificate = await issued(subject);
    for (const _ of [1, 2])
      expect((await authority.annul(certificate)).outcome).to.equal(authority.capabilities.annul ? 'done' : 'refused');
  },

  'fetches the picture of a certificate': async (subject) => {
    const { type, bytes } = value(await subject.certificateAuthority.image(await issued(subject)));
    expect(documentTypeOf(bytes)).to.equal(type);
    expect(bytes.length).to.be.above(0);
  },

  'reads the code of a certificate only from configured hosts': async (subject) => {
    const { certificateAuthority: authority } = subject;
    const certificate = await issued(subject);
    expect(URL.canParse(value(await authority.code(certificate)))).to.equal(true);
    const answer = await authority.code({ ...certificate, qrCodeLink: 'https://elsewhere.example/check' });
    expect(answer).to.include({ outcome: 'refused', reason: 'foreign_host' });
  },

  'serves addresses on configured hosts, and fetches no picture from any other': async (subject) => {
    const { certificateAuthority: authority } = subject;
    const certificate = await issued(subject);
    expect(authority.serves(certificate.imageLink)).to.equal(true);
    const imageLink = 'https://elsewhere.example/certificate.png';
    expect(authority.serves(imageLink)).to.equal(false);
    const answer = await authority.image({ ...certificate, imageLink });
    expect(answer).to.include({ outcome: 'refused', reason: 'foreign_host' });
  },
});
