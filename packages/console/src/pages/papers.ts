import { PAPERS_ON_REQUEST, type Contract, type Paper } from '@vehicle-insurance/core';
import type { Person } from '../access/person.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { File, Page, Route } from '../web/route.ts';
import { failureText, type WordedCode } from '../words/failures.ts';
import { button } from './waiting.ts';

type Papered = Pick<Contract, 'id' | 'documents' | 'cancelled'>;

const NAMES: Readonly<Record<Paper, string>> = {
  contract: 'Conditions particulières',
  certificate: 'Attestation',
  receipt: 'Quittance',
  cancellation: 'Avis d’annulation',
};

const RESEND: Readonly<Record<Paper, string>> = {
  contract: 'Renvoyer les conditions particulières',
  certificate: 'Renvoyer l’attestation',
  receipt: 'Renvoyer la quittance',
  cancellation: 'Renvoyer l’avis d’annulation',
};

const SEGMENTS: Readonly<Record<Paper, string>> = {
  ...{ contract: 'document', certificate: 'certificate', receipt: 'receipt', cancellation: 'cancellation' },
};

const link = ({ id }: Papered, paper: Paper): Html =>
  html`<a href="/contract/${id}/${SEGMENTS[paper]}" target="_blank">${NAMES[paper]}</a>`;

/** The documents that a contract has. The receipt is always available, because every contract has been paid. */
const papersOf = ({ documents, cancelled }: Papered): readonly Paper[] => [
  ...(documents.contractDocument === null ? [] : (['contract'] as const)),
  ...(documents.certificateImage === null ? [] : (['certificate'] as const)),
  'receipt',
  ...(cancelled === null ? [] : (['cancellation'] as const)),
];

export const paperLinks = (contract: Papered): readonly Html[] =>
  papersOf(contract).map((paper) => link(contract, paper));

/** The documents of a contract, with links to open them and buttons to send them again. */
export const papersSection = (person: Person, contract: Papered): Html => html`
  <section>
    <h2>Documents</h2>
    ${contract.documents.contractDocument === null && html`<p class="none">Les conditions particulières ne sont pas encore éditées.</p>`}
    <ul class="papers">
      ${papersOf(contract).map(
        (paper) =>
          html`<li>
            ${link(contract, paper)} ${button(person, 'contract link', contract.id, { paper }, RESEND[paper])}
          </li>`,
      )}
    </ul>
  </section>
`;

export const notFound = (code: WordedCode): Page => ({ title: failureText({ code }), body: html``, status: 404 });

export const storedFile = async (
  { documents }: PageDependencies['ports'],
  key: string,
  name: string,
): Promise<File | Page> => {
  const read = await documents.read(key);
  if (read.isOk()) return { bytes: read.value.bytes, type: read.value.type, name };
  return {
    title: 'Ce fichier n’est pas disponible',
    body: html`<p>
      Le stockage des documents ne répond pas, ou ce fichier n’y est plus. Réessayez dans un instant ; si ce message
      s’affiche encore, prévenez l’administrateur.
    </p>`,
    status: 503,
  };
};

export const paperFile: Route = {
  method: 'GET',
  path: '/contract/:id/:paper',
  answer: async ({ params }, { ports }) => {
    const id = params['id'] ?? '';
    const details = await ports.store.contractQueries.inspect(id);
    if (!details) return notFound('contract_not_found');
    const { companyId, policyNumber, documents } = details.contract;
    const { paper } = params;
    if (paper === 'receipt' || paper === 'cancellation') {
      const { write, name } = PAPERS_ON_REQUEST[paper];
      const written = await ports[write]({ companyId, contractId: id, language: 'fr' });
      if (written.isErr())
        return written.error.code === 'service_unavailable'
          ? { ...notFound('service_unavailable'), status: 503 }
          : notFound('paper_not_found');
      return { bytes: written.value, type: 'application/pdf', name: `${policyNumber}-${name}` };
    }
    const keys = new Map<string, string | null>([
      [SEGMENTS.contract, documents.contractDocument],
      [SEGMENTS.certificate, documents.certificateImage],
    ]);
    const key = keys.get(paper ?? '') ?? null;
    return key === null ? notFound('paper_not_found') : storedFile(ports, key, policyNumber);
  },
};
