import {
  attachCertificate,
  done,
  getContractDocument,
  jobs,
  later,
  retryDocuments,
  notYet,
  refused,
  unknown,
  type CertificateAuthority,
  type Contract,
  type ContractDocument,
  type Problem,
} from '@vehicle-insurance/core';
import {
  aCertificate,
  anotherQuote,
  inUnit,
  SOME_MORNING,
  storedContract,
  NO_ANSWER,
  BY_A_TEST,
} from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { makeDocuments } from '../../src/use-cases/document/make-documents.ts';
import { scenario } from '../scenario.ts';

/** A contract with a new certificate, just before the second attempt at its documents. */
const certifyContract = async () => {
  const it = await scenario();
  it.documents.break();
  it.provider.pay((await it.pay()).unwrap().id);
  await it.pass({ minutes: 2 });
  it.documents.repair();
  const contract = async (): Promise<Contract> => (await it.contract()).contract;
  const changeContract = (change: Partial<Contract>): Promise<void> =>
    inUnit(it.unitOfWork, async ({ quotes, contracts }) => {
      const { companyId, quoteId, id } = await contract();
      await quotes.lock(companyId, quoteId);
      const found = await contracts.find(companyId, id);
      if (found) await contracts.save({ ...found, ...change }, { at: it.clock.now(), why: BY_A_TEST });
    });
  const next = async () => it.clock.moveTo((await it.dueWork.next('documents')) ?? it.clock.now());
  const makeWith = async ({
    image = it.authority.image,
    code = it.authority.code,
    render = it.contractDocument.render,
  }: Partial<Pick<CertificateAuthority, 'image' | 'code'> & Pick<ContractDocument, 'render'>>) => {
    const certificateAuthority = { ...it.authority, image, code };
    const contractDocument = { ...it.contractDocument, render };
    await jobs({ ...it, certificateAuthority, contractDocument }).documents();
  };
  await next();
  return { ...it, contractNow: contract, changeContract, next, makeWith };
};

describe('the documents of a contract', () => {
  /**
   * A contract whose documents wait for their next attempt, and a retry that lists contracts with the given function.
   */
  const listing = async () => {
    const it = await certifyContract();
    it.documents.break();
    await it.pass({ minutes: 70 });
    const [details] = await it.contractQueries.list({ documentsDueAfter: it.clock.now() }, 1);
    if (!details) throw new Error('no contract is waiting');
    const retryFrom = (list: typeof it.contractQueries.list) =>
      retryDocuments({ ...it, contractQueries: { ...it.contractQueries, list } })({ by: 'an operator' });
    return { ...it, details, retryFrom };
  };

  it('are each retried once, even if a worker has failed in the meantime', async () => {
    const it = await listing();
    let asked = 0;
    const stays = async () => {
      asked += 1;
      if (asked > 3) throw new Error('the documents are retried endlessly');
      return [it.details];
    };
    expect(await it.retryFrom(stays)).to.deep.equal([it.details.contract.id]);
  });

  it('are retried for every contract, even if contracts that were already retried are listed again first', async () => {
    const it = await listing();
    // The listed contracts do not exist, so the retry changes none of them, and they are listed again.
    const withId = (id: string) => ({ ...it.details, contract: { ...it.details.contract, id } });
    const all = Array.from({ length: 150 }, (_, index) => withId(`gone ${index}`));
    const retried = await it.retryFrom(async (_, limit) => all.slice(0, limit));
    expect(retried).to.deep.equal(all.map(({ contract }) => contract.id));
  });

  it('are not postponed if a worker has started to make them since they were listed', async () => {
    const it = await listing();
    const documentsDue = { at: later(it.clock.now(), { minutes: -1 }), attempts: 1 };
    await it.changeContract({ documentsDue });
    let asked = 0;
    await it.retryFrom(async () => ((asked += 1) === 1 ? [it.details] : []));
    expect((await it.contractNow()).documentsDue).to.deep.equal(documentsDue);
  });

  it('report each step to the store’s listeners, and are not retried after they are stored', async () => {
    const it = await certifyContract();
    const documentsDue = { at: later(it.clock.now(), { hours: 1 }), attempts: 1 };
    await it.changeContract({ authorityCode: null, documentsDue });
    const { id } = await it.contractNow();
    const history = async () => (await it.contractQueries.inspect(id))?.history ?? [];
    const before = (await history()).length;
    const steps: unknown[] = [];
    it.store.onCommitted((facts) => steps.push(...facts.map(({ entry: { why, by } }) => (by ? [why, by] : why))));
    const retry = () => retryDocuments(it)({ by: 'an operator' });
    expect(await retry()).to.deep.equal([id]);
    // The status stays as it is; a retry of the certificate is recorded in the same way.
    const [line, ...more] = (await history()).slice(before);
    expect(more).to.deep.equal([]);
    expect(line).to.deep.include({ what: 'contract', from: 'pending', to: 'pending', by: 'an operator' });
    expect(line).to.deep.include({ why: { code: 'documents_requested' }, evidence: { attempts: 1 } });
    await it.makeWith({});
    expect(await retry()).to.deep.equal([]);
    expect(steps).to.deep.equal([
      [{ code: 'documents_requested' }, 'an operator'],
      { code: 'document_stored', document: 'certificateImage' },
      { code: 'code_read' },
      { code: 'document_stored', document: 'contractDocument' },
      { code: 'documents_checked' },
    ]);
  });

  it('that failed together are not all retried at once', async () => {
    const it = await scenario();
    it.documents.break();
    const over = {
      contract: { documentsDue: { at: SOME_MORNING, attempts: 0 } },
      request: { status: 'issued', certificate: aCertificate(), due: null },
    } as const;
    for (let made = 0; made < 5; made += 1)
      await storedContract(it.unitOfWork, await anotherQuote(it.unitOfWork, it.company, it.vehicle), over);
    await jobs(it).documents();
    const retries = (await it.contracts()).map(({ contract }) => contract.documentsDue?.at);
    expect(new Set(retries)).to.have.property('size').greaterThan(1);
    expect(retries).to.not.include(SOME_MORNING);
  });

  it('discard an authority’s code that was read before the certificate was corrected', async () => {
    const { makeWith, contractNow, changeContract, unitOfWork } = await certifyContract();
    const { companyId, id } = await contractNow();
    await changeContract({ authorityCode: null });
    await makeWith({
      code: async () => {
        await inUnit(unitOfWork, async ({ certificateRequests }) => {
          const request = await certificateRequests.find(companyId, id);
          if (!request?.certificate) throw new Error('no certificate is attached');
          const certificate = { ...request.certificate, qrCodeLink: 'https://authority.test/corrected' };
          await certificateRequests.save({ ...request, certificate }, { at: SOME_MORNING, why: BY_A_TEST });
        });
        return done('the code of the certificate before');
      },
    });
    expect((await contractNow()).authorityCode).to.equal(null);
  });

  it('are stored beside the contract’s other files', async () => {
    const { makeWith, contractNow, contract, contractDocument } = await certifyContract();
    const insurers: string[] = [];
    await makeWith({ render: (facts) => (insurers.push(facts.insurer.name), contractDocument.render(facts)) });
    const { companyId, id, documents, documentsDue } = await contractNow();
    const { certificate } = (await contract()).certificateRequest;
    expect(insurers).to.deep.equal([certificate?.insuranceCompany]);
    const folder = `companies/${companyId}/contracts/${id}/20260115090200000`;
    expect(documents).to.deep.equal({
      certificateImage: `${folder}/certificate.png`,
      contractDocument: `${folder}/contract`,
    });
    expect(documentsDue).to.equal(null);
  });

  const problems: readonly (readonly [Awaited<ReturnType<CertificateAuthority['image']>>, Problem])[] = [
    [unknown(NO_ANSWER), NO_ANSWER],
    [notYet(), { code: 'file_not_ready', file: 'picture' }],
    [refused('not_an_image'), { code: 'not_an_image' }],
    [refused('foreign_host'), { code: 'foreign_host', file: 'picture' }],
  ];
  for (const [answer, lastError] of problems)
    // Proves: documents-retried
    it(`are due again if a document could not be made: ${lastError.code}`, async () => {
      const { makeWith, contractNow } = await certifyContract();
      await makeWith({ image: () => Promise.resolve(answer) });
      const { documents, documentsDue } = await contractNow();
      expect(documents.certificateImage).to.equal(null);
      expect(documents.contractDocument).to.be.a('string');
      expect(documentsDue).to.deep.include({ lastError });
    });

  it('show every error if neither document could be made', async () => {
    const { makeWith, contractNow } = await certifyContract();
    await makeWith({ image: async () => unknown(NO_ANSWER), render: () => Promise.reject(new Error('no fonts')) });
    const lastError = { code: 'several', problems: [NO_ANSWER, { code: 'document_not_made' }] };
    expect((await contractNow()).documentsDue).to.deep.include({ lastError });
  });

  it('are stored with their true types, and an error names the file that could not be stored', async () => {
    const { makeWith, contractNow, documents, next } = await certifyContract();
    documents.break();
    await makeWith({});
    const notStored = (document: string) => ({ code: 'document_not_stored', document });
    const problems = [notStored('certificateImage'), notStored('contractDocument')];
    expect((await contractNow()).documentsDue).to.deep.include({ lastError: { code: 'several', problems } });
    documents.repair();
    await next();
    await makeWith({});
    const { certificateImage, contractDocument } = (await contractNow()).documents;
    const typeOf = async (key: string | null) => (await documents.read(key ?? '')).unwrap().type;
    const types = [await typeOf(certificateImage), await typeOf(contractDocument)];
    expect(types).to.deep.equal(['image/png', 'application/pdf']);
  });

  it('are not made again after they are stored', async () => {
    const { makeWith, contractNow, next, errorReporter } = await certifyContract();
    const never = () => Promise.reject(new Error('it is stored'));
    await makeWith({ image: () => Promise.resolve(unknown(NO_ANSWER)) });
    await next();
    await makeWith({ render: never });
    expect(Object.values((await contractNow()).documents)).to.not.include(null);
    expect(errorReporter.all).to.deep.equal([]);

    const other = await certifyContract();
    await other.makeWith({ render: () => Promise.reject(new Error('no fonts')) });
    await other.store.endLeases();
    await other.next();
    await other.makeWith({ image: never });
    expect(Object.values((await other.contractNow()).documents)).to.not.include(null);
    expect(other.errorReporter.all.map(({ cause }) => String(cause))).to.deep.equal(['Error: no fonts']);
  });

  // Proves: leases-fence
  it('keep the next attempt that another worker has set after the first worker lost its lease', async () => {
    const it = await certifyContract();
    await it.makeWith({
      image: async () => {
        await it.store.endLeases();
        it.authority.spoilImages(true);
        await it.doWhatIsDue();
        return unknown(NO_ANSWER);
      },
    });
    const { documentsDue } = await it.contractNow();
    expect(documentsDue).to.deep.include({ lastError: { code: 'not_an_image' }, attempts: 3 });
  });

  it('are not made if the contract does not exist or has no certificate', async () => {
    const it = await scenario();
    const { contract } = await storedContract(it.unitOfWork, it);
    const image = () => Promise.resolve(done({ type: 'image/png' as const, bytes: new Uint8Array(1) }));
    const make = makeDocuments({ ...it, certificateAuthority: { ...it.authority, image } });
    for (const id of ['gone', contract.id])
      await make({ kind: 'documents', companyId: contract.companyId, id, lease: 'lost', attempt: 1 });
    expect(it.documents.keys()).to.deep.equal([]);
    expect((await it.contract()).contract).to.deep.equal(contract);
  });

  const printing = async () => {
    const it = await certifyContract();
    const printed: (string | null)[] = [];
    const render: ContractDocument['render'] = (facts, language) => {
      printed.push(facts.authorityCode);
      return it.contractDocument.render(facts, language);
    };
    const document = async () => (await it.contractNow()).documents.contractDocument;
    // The first attempt, whose files could not be stored, has read the fake’s code.
    await it.changeContract({ authorityCode: null });
    return { ...it, printed, render, document };
  };

  it('print the authority’s own QR code, which is read once and stored', async () => {
    const { makeWith, documents, contractNow, printed, render, next } = await printing();
    documents.break();
    let reads = 0;
    const code: CertificateAuthority['code'] = async () => done(`https://authority.test/read/${(reads += 1)}`);
    await makeWith({ code, render });
    documents.repair();
    await next();
    await makeWith({ code, render });
    expect(printed).to.deep.equal(['https://authority.test/read/1', 'https://authority.test/read/1']);
    expect((await contractNow()).authorityCode).to.equal('https://authority.test/read/1');
  });

  for (const [why, answer, lastError] of [
    ['gets no answer', unknown(NO_ANSWER), NO_ANSWER],
    ['is not ready', notYet(), { code: 'file_not_ready', file: 'code' }],
    ['cannot be read', refused('no_code' as const), { code: 'no_code' }],
    ['is on a host that is not configured', refused('foreign_host' as const), { code: 'foreign_host', file: 'code' }],
  ] as const)
    it(`wait more than an hour for an authority’s QR code that ${why}, and are then made without it`, async () => {
      const { makeWith, clock, contractNow, render, next, document, printed, ...it } = await printing();
      const first = clock.now();
      for (let attempt = 2; (await document()) === null; attempt += 1) {
        expect(attempt).to.be.below(12);
        expect(printed).to.deep.equal([]);
        await makeWith({ code: async () => answer, render });
        // The picture does not wait for the code.
        expect((await contractNow()).documents.certificateImage).to.be.a('string');
        if ((await document()) !== null) break;
        expect((await contractNow()).documentsDue).to.deep.include({ lastError });
        await next();
      }
      expect(printed).to.deep.equal([null]);
      const { companyId, id: contractId } = await contractNow();
      const paper = getContractDocument({ ...it, insuranceCompany: 'Assurances Exemple' });
      expect((await paper({ companyId, contractId, language: 'en' })).isOk()).to.equal(true);
      const minutes = (Date.parse(clock.now()) - Date.parse(first)) / 60_000;
      expect(minutes).to.be.within(60, 100);
    });

  it('print the corrected certificate’s QR code after an operator has corrected the certificate', async () => {
    const { makeWith, documents, authority, contractNow, printed, render, next, ...it } = await printing();
    documents.break();
    await makeWith({ code: async () => done('https://authority.test/wrong'), render });
    documents.repair();
    const { certificate } = (await it.contract()).certificateRequest;
    if (!certificate) throw new Error('it has no certificate');
    const { certificateNumber, pdfLink, imageLink } = certificate;
    const links = { pdfLink, imageLink, qrCodeLink: 'https://authority.test/right' };
    const { id: contractId } = await contractNow();
    const dependencies = { ...it, certificateAuthority: authority, insuranceCompany: 'Assurances Exemple' };
    const attach = attachCertificate(dependencies);
    (await attach({ contractId, certificateNumber, by: 'an operator', ...links })).unwrap();
    expect((await contractNow()).authorityCode).to.equal(null);
    await next();
    await makeWith({ render });
    expect(printed.at(-1)).to.equal('https://authority.test/right');
  });
});
