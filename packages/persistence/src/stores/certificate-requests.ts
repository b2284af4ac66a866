import type { CertificateRequests } from '@vehicle-insurance/core';
import { CertificateRequestRow, fromCertificateRequest, toCertificateRequest } from '../rows/certificate-request.ts';
import { areIds } from '../rows/columns.ts';
import type { Session } from '../session.ts';
import { record } from './history.ts';

export const certificateRequests = (session: Session): CertificateRequests => ({
  find: async (companyId, contractId) => {
    if (!areIds(companyId, contractId)) return undefined;
    const row = await session.find(CertificateRequestRow, { company_id: companyId, contract_id: contractId });
    return row && toCertificateRequest(row);
  },
  add: async (request, entry) => {
    const { companyId, contractId: id, status } = request;
    await session.insert('certificate_request', fromCertificateRequest(request));
    session.know(CertificateRequestRow, fromCertificateRequest(request));
    await record(session, { what: 'certificate', companyId, id, from: null, to: status }, entry);
  },
  save: async (request, entry) => {
    const { companyId, contractId: id, status } = request;
    const { status: from } = await session.save(
      CertificateRequestRow,
      [companyId, id],
      fromCertificateRequest(request),
    );
    await record(session, { what: 'certificate', companyId, id, from, to: status }, entry);
  },
});
