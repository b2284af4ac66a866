import { getContract, type Contract } from '@vehicle-insurance/core';
import { storedContract } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { scenario } from '../scenario.ts';

const PDF = new TextEncoder().encode('%PDF-1.7');

const insureVehicle = async (documents: Contract['documents'], policyNumber = 'VI-7-2026-000042') => {
  const it = await scenario();
  for (const key of [documents.certificateImage, documents.contractDocument])
    if (key !== null) (await it.documents.put({ key, type: 'application/pdf', bytes: PDF })).unwrap();
  const { contract } = await storedContract(it.unitOfWork, it, { contract: { documents, policyNumber } });
  const get = (companyId = it.company.id) => getContract(it)({ companyId, contractId: contract.id });
  const savedAs = async () => {
    const { links } = (await get()).unwrap();
    const opened = [links.certificateImageUrl, links.contractDocumentUrl].map(async (url) => {
      const { pathname, search } = new URL(url ?? '');
      return (await it.documents.open(`${pathname}${search}`))?.name;
    });
    return Promise.all(opened);
  };
  return { ...it, contract, get, savedAs };
};

describe('a contract that its company reads', () => {
  it('does not exist for another company', async () => {
    const { get } = await insureVehicle({ certificateImage: null, contractDocument: null });
    expect((await get('another')).unwrapErr()).to.deep.equal({ code: 'contract_not_found' });
  });

  it('has files named after its policy number, with the extension of their type', async () => {
    const keys = { certificateImage: 'companies/a.b/certificate.jpg', contractDocument: 'companies/a.b/contract' };
    const { savedAs } = await insureVehicle(keys, 'VI // 7.2026/n°_42');
    expect(await savedAs()).to.deep.equal(['VI-7.2026-n-_42.jpg', 'VI-7.2026-n-_42.pdf']);
  });

  it('has a picture whose name has no extension if its storage key names no type', async () => {
    const keys = { certificateImage: 'companies/a.b/certificate', contractDocument: 'companies/a.b/contract' };
    expect(await (await insureVehicle(keys)).savedAs()).to.deep.equal(['VI-7-2026-000042', 'VI-7-2026-000042.pdf']);
  });
});
