import {
  checkProof,
  proofKeysIn,
  publishedKeys,
  signProof,
  type LocalDate,
  type ProvenDocument,
  type ProvenFacts,
} from '@vehicle-insurance/core';
import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { forge } from '../../core/test/proof/forgeries.ts';
import { ADDRESS, aSigner, FACTS, tokenBy } from '../../core/test/proof/signing.ts';
import { answerTo } from '../src/verifier/answer.ts';
import { warmUp } from '../src/verifier/warm-up.ts';
import { verifySignature } from '../src/verifier/verify-signature.ts';

const signer = aSigner();
const KEYS = proofKeysIn(publishedKeys([{ publicKey: signer.publicKey, withdrawn: false }]));
const day = (text: string) => text as LocalDate;

/** Runs without the verifier that some browsers from before 2025 lack. */
const withoutNative = async <Value>(run: () => Promise<Value>): Promise<Value> => {
  const { importKey } = crypto.subtle;
  crypto.subtle.importKey = () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));
  try {
    return await run();
  } finally {
    crypto.subtle.importKey = importKey;
  }
};

const offline = async (document: ProvenDocument, certificate: ProvenFacts['certificate'], on: string) => {
  const signed = (signProof(signer, document, { ...FACTS, certificate }) ?? '').slice(ADDRESS.length);
  return answerTo(await checkProof(verifySignature)(signed, KEYS, day(on)), { on: day(on), since: null });
};

describe('the page that checks papers without a network', () => {
  for (const [name, run] of [
    ['with the browser’s own verifier', <Value>(work: () => Promise<Value>) => work()],
    ['with the verifier in JavaScript', withoutNative],
  ] as const) {
    it(`warms up with complete checks of a valid paper, ${name}`, async () => {
      const titles = new Set<string>();
      const checked = await run(() => warmUp(({ title }) => titles.add(title)));
      const title = 'Contrat authentique, période d’assurance en cours';
      expect([checked.standing, ...titles]).to.deep.equal(['valid', title]);
    });

    it(`accepts no forgery, ${name}`, async () => {
      expect((await run(() => forge(200, 5, verifySignature))).accepted).to.deep.equal([]);
    });
  }

  const papers = [
    ['contract', 'Conditions particulières'],
    ['receipt', 'Quittance de prime'],
  ] as const;
  for (const [document, name] of papers)
    for (const certificate of [FACTS.certificate, null])
      it(`names a ${document} ${certificate ? 'with' : 'without'} a certificate and never calls its insurance valid`, async () => {
        const within = document === 'contract' && certificate ? 'good' : 'wait';
        for (const [on, expected] of [
          ['2026-10-31', 'wait'],
          ['2026-11-01', within],
          ['2027-10-31', within],
          ['2027-11-01', 'bad'],
        ] as const) {
          const { tone, title, words, facts } = await offline(document, certificate, on);
          expect(tone, on).to.equal(expected);
          expect([title, ...words].join(' '), on).to.not.match(/valable|valide|couvert/);
          expect(facts).to.deep.equal([
            ['Immatriculation', 'AA-123-AB', 'plate'],
            ['Période d’assurance', 'du 1er novembre 2026 au 31 octobre 2027 inclus'],
            ['Document', name],
            ['Police n°', 'VI-0007-2026-000042'],
            ...(certificate ? [['Attestation n°', certificate.certificateNumber]] : []),
          ]);
          expect(title).to.match(document === 'contract' ? /^Contrat authentique/ : /^Quittance authentique/);
          expect(words[0]).to.include('prouve que la prime est payée').and.include('en ligne');
          expect(words[0]).to.include('Sans réseau, on ne peut').and.include('si le contrat a été annulé');
          expect(words[0]?.includes('ni si l’attestation a été émise')).to.equal(certificate === null);
        }
      });

  it('has the same days as the paper, wherever it is read or served', () => {
    const { href } = new URL('../src/', import.meta.url);
    const program = `
      const { answerTo } = await import('${href}verifier/answer.ts');
      const { proofPage } = await import('${href}proof-page.ts');
      for (const lastDay of ['2027-10-31', '2026-11-01']) {
        const proof = { document: 'contract', firstDay: '2026-11-01', lastDay };
        const result = { standing: 'valid', recorded: 'good', proof, at: '2026-11-05T00:00:00Z', zone: 'UTC' };
        console.log(JSON.stringify(answerTo(result, { on: '2026-11-05', since: null }).facts), proofPage(result));
      }`;
    const env = { ...process.env, TZ: 'America/New_York' };
    const shown = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { env }).toString();
    expect(shown.match(/du 1er novembre 2026 au 31 octobre 2027 inclus/g)).to.have.length(2);
    expect(shown.match(/[">]le 1er novembre 2026["<]/g), 'a single day').to.have.length(2);
  });

  it('requests newer keys instead of calling a paper forged if the key is unknown', async () => {
    const checked = await checkProof(verifySignature)(tokenBy(aSigner()), KEYS, day('2026-12-01'));
    const result = answerTo(checked, { on: day('2026-12-01'), since: null });
    expect(result).to.include({ title: 'Clé de vérification manquante', tone: 'wait', isOurs: false });
  });

  it('does not call a paper forged if it cannot check it', () => {
    const result = answerTo({ standing: 'refused', reason: 'unverified' }, { on: day('2026-12-01'), since: null });
    expect(result).to.include({ title: 'Vérification impossible', tone: 'wait' });
  });
});
