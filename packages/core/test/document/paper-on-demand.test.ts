import {
  checkProof,
  Err,
  getCancellationStatement,
  getContractDocument,
  getReceipt,
  jobs,
  later,
  linkPaper,
  PAPERS_ON_REQUEST,
  type ContractDocument,
  type PaperFacts,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { BY, commandsOf, WHY } from '../certificate/bought.ts';
import { ADDRESS, aSigner, verifySignature } from '../proof/signing.ts';
import { scenario } from '../scenario.ts';

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const payContract = async () => {
  const it = await scenario();
  it.authority.fallSilent();
  it.provider.pay((await it.pay()).unwrap().id);
  await it.pass({ minutes: 2 });
  const { contract } = await it.contract();
  const query = { companyId: contract.companyId, contractId: contract.id, language: 'fr' };
  return { ...it, query, insuranceCompany: 'Assureur configuré' };
};

describe('papers on demand', () => {
  // Proves: papers-on-demand
  it('are a receipt as soon as the contract is paid, and a contract document as soon as it is certified', async () => {
    const it = await payContract();
    expect((await getContractDocument(it)(it.query)).unwrapErr()).to.deep.equal({ code: 'not_found', what: 'paper' });
    const receipt = textOf((await getReceipt(it)(it.query)).unwrap());
    expect(receipt).to.include('receipt fr').and.include('Assureur configuré');
    it.authority.speakAgain();
    await it.pass({ hours: 2 });
    const { certificateRequest, contract } = await it.contract();
    const number = certificateRequest.certificate?.certificateNumber ?? 'none';
    const document = textOf((await getContractDocument(it)({ ...it.query, language: 'en' })).unwrap());
    expect(document).to.include('contract en').and.include(number).and.include(contract.policyNumber);
    expect(document).to.not.include('Assureur configuré');
    expect(await it.contract()).to.deep.include({ contract });
  });

  // Proves: papers-on-demand
  it('are made only for the company’s own contracts, in a supported language', async () => {
    const it = await payContract();
    for (const ask of [getReceipt(it), getContractDocument(it)]) {
      const foreign = await ask({ ...it.query, companyId: it.query.contractId });
      expect(foreign.unwrapErr()).to.deep.equal({ code: 'contract_not_found' });
      const strange = await ask({ ...it.query, language: 'de' });
      expect(strange.unwrapErr()).to.include({ code: 'invalid_request' });
    }
  });

  // Proves: papers-on-demand
  it('are a contract document once the authority’s code was read or the French document is stored', async () => {
    const it = await payContract();
    it.authority.speakAgain();
    await it.pass({ hours: 2 });
    const details = await it.contract();
    for (const authorityCode of [null, 'https://authority.test/1'])
      for (const contractDocument of [null, 'a key']) {
        const documents = { ...details.contract.documents, contractDocument };
        const find = async () => ({ ...details, contract: { ...details.contract, authorityCode, documents } });
        const answer = await getContractDocument({ ...it, contractQueries: { ...it.contractQueries, find } })(it.query);
        expect(answer.isOk(), `${authorityCode}, ${contractDocument}`).to.equal(
          Boolean(authorityCode ?? contractDocument),
        );
      }
  });

  // Proves: papers-on-demand
  it('carry a proof of their contract and kind, as the stored document does', async () => {
    const it = await payContract();
    const printed: (string | null)[] = [];
    const contractDocument: ContractDocument = {
      ...it.contractDocument,
      render: async (facts, language) => (printed.push(facts.proof), it.contractDocument.render(facts, language)),
      receipt: async (facts, language) => (printed.push(facts.proof), it.contractDocument.receipt(facts, language)),
    };
    const proofSigner = aSigner();
    const given = { ...it, contractDocument, proofSigner };
    (await getReceipt(given)(it.query)).unwrap();
    it.authority.speakAgain();
    it.clock.advance({ hours: 1 });
    await jobs(given).certificates();
    await jobs(given).documents();
    (await getContractDocument(given)(it.query)).unwrap();
    (await getReceipt(given)(it.query)).unwrap();

    const { contract, certificateRequest, vehicle } = await it.contract();
    const proof = {
      licencePlate: vehicle.licencePlate,
      firstDay: contract.startDate,
      lastDay: contract.endDate,
      policyNumber: contract.policyNumber,
    };
    const certificateNumber = certificateRequest.certificate?.certificateNumber ?? 'none';
    const keys = [{ publicKey: proofSigner.publicKey, withdrawn: false }];
    const checks = printed.map(async (address) => {
      const checked = await checkProof(verifySignature)(address?.slice(ADDRESS.length), keys, contract.startDate);
      return 'proof' in checked && checked.proof;
    });
    expect(await Promise.all(checks)).to.deep.equal([
      { ...proof, document: 'receipt', certificateNumber: null },
      { ...proof, document: 'contract', certificateNumber },
      { ...proof, document: 'contract', certificateNumber },
      { ...proof, document: 'receipt', certificateNumber },
    ]);
  });

  it('are written one at a time for each company, even if a request arrives between two of them', async () => {
    const it = await payContract();
    const details = await it.contract();
    const gates = [0, 1, 2].map(() => Promise.withResolvers<Uint8Array>());
    let begun = 0;
    const receipt = ({ contract }: PaperFacts) =>
      contract.companyId === 'another' ? Promise.resolve(new Uint8Array([9])) : gates[(begun += 1) - 1]!.promise;
    const ask = getReceipt({
      ...it,
      contractQueries: {
        ...it.contractQueries,
        find: async (companyId) => ({ ...details, contract: { ...details.contract, companyId } }),
      },
      contractDocument: { ...it.contractDocument, receipt },
    });
    const [first, second] = [ask(it.query), ask(it.query)];
    gates[0]?.resolve(new Uint8Array([1]));
    await first;
    const third = ask(it.query);
    await ask({ ...it.query, companyId: 'another' });
    expect(begun).to.equal(2);
    gates[1]?.reject(new Error('no fonts'));
    gates[2]?.resolve(new Uint8Array([3]));
    expect(await second.catch(String)).to.equal('Error: no fonts');
    expect([...(await third).unwrap()]).to.deep.equal([3]);
  });

  it('are refused only while many papers are being written', async () => {
    const it = await payContract();
    const gate = Promise.withResolvers<Uint8Array>();
    let held = true;
    const receipt = (facts: PaperFacts & { readonly proof: string | null }) =>
      held && facts.companyName !== '' ? gate.promise : Promise.resolve(new Uint8Array([1]));
    const contractDocument: ContractDocument = { ...it.contractDocument, receipt };
    const ask = getReceipt({ ...it, contractDocument });
    const all = Array.from({ length: 12 }, () => ask(it.query));
    const early = await Promise.all(all.slice(8));
    for (const answer of early) expect(answer.unwrapErr()).to.deep.equal({ code: 'service_unavailable' });
    held = false;
    gate.resolve(new Uint8Array([2]));
    for (const answer of await Promise.all(all.slice(0, 8))) expect(answer.isOk()).to.equal(true);
    expect((await ask(it.query)).isOk()).to.equal(true);
  });
});

describe('an operator’s link to a paper', () => {
  const linking = async () => {
    const it = await payContract();
    const papers = { getReceipt: getReceipt(it), getCancellationStatement: getCancellationStatement(it) };
    const { contractId } = it.query;
    const link = (paper: string, over: object = {}) =>
      linkPaper({ ...it, ...papers, ...over })({ contractId, paper, why: WHY, by: BY });
    /** What a link opens: the file's name, type and first fact; or why there is no link. */
    const open = async (paper: string) => {
      const linked = await link(paper);
      if (linked.isErr()) return linked.error.code;
      const { pathname, search } = new URL(linked.value.link);
      const file = await it.documents.open(`${pathname}${search}`);
      return file && [file.name, file.type, file.type === 'application/pdf' && textOf(file.bytes).split('\n')[1]];
    };
    const openAll = async () => {
      const opened = [];
      for (const paper of ['contract', 'certificate', 'receipt', 'cancellation']) opened.push(await open(paper));
      return opened;
    };
    return { ...it, contractId, papers, link, openAll };
  };
  const RECEIPT = ['VI-1-2026-000001-quittance.pdf', 'application/pdf', 'receipt fr'];

  it('opens each paper that exists under its name, and a receipt or cancellation is written when it is linked', async () => {
    const it = await linking();
    const none = 'paper_not_found';
    expect(await it.openAll()).to.deep.equal([none, none, RECEIPT, none]);
    (await commandsOf(it, it.contractId).cancel()).unwrap();
    const cancellation = ['VI-1-2026-000001-annulation.pdf', 'application/pdf', 'cancellation fr'];
    expect(await it.openAll()).to.deep.equal([none, none, RECEIPT, cancellation]);
    const folder = `companies/${it.company.id}/contracts/${it.contractId}`;
    expect(it.documents.keys()).to.deep.equal(Object.keys(PAPERS_ON_REQUEST).map((paper) => `${folder}/${paper}`));

    const issued = await linking();
    issued.authority.speakAgain();
    await issued.pass({ hours: 2 });
    expect(await issued.openAll()).to.deep.equal([
      ['VI-1-2026-000001.pdf', 'application/pdf', 'contract fr'],
      ['VI-1-2026-000001.png', 'image/png', false],
      RECEIPT,
      none,
    ]);
  });

  it('expires in an hour, and the history records it and its reason', async () => {
    const { link, clock, contractQueries, contractId } = await linking();
    expect((await link('contract')).isErr()).to.equal(true);
    const made = (await link('receipt')).unwrap();
    expect(made).to.include({ paper: 'receipt', expires: later(clock.now(), { hours: 1 }) });
    const history = (await contractQueries.inspect(contractId))?.history ?? [];
    const own = history.filter(({ by }) => by === BY).map(({ what, why, evidence }) => ({ what, why, evidence }));
    const why = { code: 'paper_linked', paper: 'receipt', note: WHY };
    expect(own).to.deep.equal([{ what: 'contract', why, evidence: { paper: 'receipt' } }]);
  });

  it('is refused if there is no such contract, or if its paper cannot be written or stored', async () => {
    const { link, documents, contractQueries } = await linking();
    const gone = { contractQueries: { ...contractQueries, inspect: async () => undefined } };
    expect((await link('receipt', gone)).unwrapErr()).to.deep.equal({ code: 'contract_not_found' });
    const busy = { getReceipt: async () => Err({ code: 'service_unavailable' }) };
    expect((await link('receipt', busy)).unwrapErr()).to.deep.equal({ code: 'service_unavailable' });
    expect((await link('contract')).unwrapErr()).to.deep.equal({ code: 'paper_not_found' });
    expect((await link('cancellation')).unwrapErr()).to.deep.equal({ code: 'paper_not_found' });
    documents.break();
    expect((await link('receipt')).unwrapErr()).to.deep.equal({ code: 'storage_unavailable' });
  });
});
