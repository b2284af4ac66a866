import { getContract, type Contract } from '@vehicle-insurance/core';
import { storedContract } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { scenario } from '../scenario.ts';

const PDF = new TextEncoder().encode('%PDF-1.7');

const insureVehicle = async (documents: Contract['documents']) => {
  const it = await scenario();
  for (const key of [documents.certificateImage, documents.contractDocument])
    if (key !== null) (await it.documents.put({ key, type: 'application/pdf', bytes: PDF })).unwrap();
  const { contract } = await storedContract(it.unitOfWork, it, {
    contract: { documents, policyNumber: 'VI // 7.2026/n°_42' },
  });
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

  it('has files named after its policy number, with the extension of their type if the storage key names it', async () => {
    for (const extension of ['.jpg', '']) {
      const certificateImage = `companies/a.b/certificate${extension}`;
      const { savedAs } = await insureVehicle({ certificateImage, contractDocument: 'companies/a.b/contract' });
      expect(await savedAs()).to.deep.equal([`VI-7.2026-n-_42${extension}`, 'VI-7.2026-n-_42.pdf']);
    }
  });
});
