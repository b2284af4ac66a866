import { FAULTS, getContract, invalidRequest, listContracts, type Contract } from '@vehicle-insurance/core';
import { anotherQuote, at, day, storedContract, storedVehicle } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import fc from 'fast-check';
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
  it('does not exist for another company, and has no links before it has files', async () => {
    const { get } = await insureVehicle({ certificateImage: null, contractDocument: null });
    expect((await get('another')).unwrapErr()).to.deep.equal({ code: 'contract_not_found' });
    expect((await get()).unwrap().links).to.deep.equal({ certificateImageUrl: null, contractDocumentUrl: null });
  });

  it('has files named after its policy number, with the extension of their type if the storage key names it', async () => {
    for (const extension of ['.jpg', '']) {
      const certificateImage = `companies/a.b/certificate${extension}`;
      const { savedAs } = await insureVehicle({ certificateImage, contractDocument: 'companies/a.b/contract' });
      expect(await savedAs()).to.deep.equal([`VI-7.2026-n-_42${extension}`, 'VI-7.2026-n-_42.pdf']);
    }
  });
});

describe('the contracts that a company lists', () => {
  const DAYS = [1, 2, 3, 4].map((date) => day(`2027-01-0${date}`));
  const EQUAL = ['vehicleId', 'status', 'policyNumber', 'licencePlate'] as const;

  it('match every filter that is set, most recent first, and have links to their files', async () => {
    const { company, ...it } = await scenario();
    const vehicles = [it.vehicle, await storedVehicle(it.unitOfWork, company.id)];
    const insured: Record<(typeof EQUAL)[number] | 'endDate' | 'shown', string>[] = [];
    for (const [index, endDate] of DAYS.entries()) {
      const vehicle = vehicles[index % 2] ?? it.vehicle;
      const status = (['pending', 'started', 'expired'] as const)[index] ?? 'pending';
      const created = at(`2026-01-15T09:0${index}:00.000Z`);
      const documents = { certificateImage: null, contractDocument: `contract-${index}` };
      const over = { contract: { endDate, status, created, documents } };
      const quote = await anotherQuote(it.unitOfWork, company, vehicle);
      const { contract } = await storedContract(it.unitOfWork, quote, over);
      insured.unshift({
        ...{ vehicleId: vehicle.id, status, endDate, shown: `${contract.id} /documents/contract-${index}` },
        ...{
          policyNumber: contract.policyNumber.toLowerCase(),
          licencePlate: ` ${vehicle.licencePlate.toLowerCase()}`,
        },
      });
    }
    const equal = EQUAL.map(
      (field) => [field, fc.constantFrom(...insured.map((one) => one[field]), undefined)] as const,
    );
    const end = fc.constantFrom(...DAYS);
    const filters = fc.record({ ...Object.fromEntries(equal), endingFrom: end, endingTo: end }, { requiredKeys: [] });
    const pages = fc.record({ page: fc.integer({ min: 1, max: 2 }), limit: fc.integer({ min: 1, max: 4 }) });
    await fc.assert(
      fc.asyncProperty(filters, pages, async (given, { page, limit }) => {
        const filter: Partial<Record<string, string>> = given;
        const { endingFrom = '0', endingTo = '9' } = filter;
        const listed = await listContracts(it)({ companyId: company.id, ...filter, page, limit });
        if (endingFrom > endingTo) {
          const details = [{ field: 'endingFrom', message: FAULTS.notAfter('endingTo') }];
          return void expect(listed.unwrapErr()).to.deep.equal(invalidRequest(details));
        }
        const matching = insured
          .filter((one) => EQUAL.every((field) => [undefined, one[field]].includes(filter[field])))
          .filter(({ endDate }) => endingFrom <= endDate && endDate <= endingTo)
          .map(({ shown }) => shown);
        const { data, ...rest } = listed.unwrap();
        expect(rest).to.deep.equal({ page, limit, total: matching.length });
        expect(
          data.map(({ contract: { id }, links }) => `${id} ${new URL(links.contractDocumentUrl ?? '').pathname}`),
        ).to.deep.equal(matching.slice((page - 1) * limit, page * limit));
      }),
      { numRuns: 300 },
    );
  });
});
