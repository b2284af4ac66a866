import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ContractDocument, ContractFacts } from '@vehicle-insurance/core';
import type * as Package from '../../src/index.ts';
import { heldBy, usualFacts, withClauses } from '../facts.ts';

// Measures the CPU time of a contract's PDF over all threads: `npm run bench -- papers` (docs/measurements.md).
// If the arguments are folders of other checkouts, their contracts are drawn in turn with this one's.

const WARM_UP = 20;
const DOCUMENTS = 200;
/** The number of contracts in a turn. */
const TURN = 10;

const GIVEN = ['Aya', 'N’Guessan Kouadio', 'Aïcha', 'Brou Désiré', 'Fatoumata', 'Ibrahim'];
const FAMILY = ['Koné', 'Zadi', 'Kouamé', 'Bamba', 'Coulibaly', 'Dosso', 'Ehouman', 'Touré', 'Soro', 'Tapé', 'Yapi'];

const KINDS = {
  'usual facts': usualFacts,
  'all legal facts': { ...withClauses(10, 40), proof: `https://insurer.example/v/${'A7'.repeat(100)}` },
} as const satisfies Readonly<Record<string, ContractFacts>>;

const factsOf = (index: number, kind: ContractFacts): ContractFacts => {
  const name = `${GIVEN[index % GIVEN.length]} ${FAMILY[index % FAMILY.length]}-${FAMILY[(index * 7) % FAMILY.length]}`;
  const facts = heldBy(name, kind);
  const number = String(10_000_000 + index * 7_919);
  return {
    ...facts,
    contract: { ...facts.contract, policyNumber: `VI-7-2026-${String(index).padStart(6, '0')}` },
    vehicle: { ...facts.vehicle, licencePlate: `AB-${100 + index}-CD`, marketValue: 5_000_000 + index * 12_345 },
    certificate: {
      ...facts.certificate,
      certificateNumber: `ATD-2026-${number}`,
      qrCodeLink: `https://authority.example/code/${number}.png`,
    },
    authorityCode: `https://authority.example/verify/${number}`,
  };
};

const drawTurn = async (contracts: ContractDocument, first: number, kind: ContractFacts): Promise<void> => {
  for (let index = first; index < first + TURN; index += 1) await contracts.render(factsOf(index, kind));
};

const folders = [
  resolve(import.meta.dirname, '../../../..'),
  ...process.argv.slice(2).map((folder) => resolve(folder)),
];
const rivals = await Promise.all(
  folders.map(async (folder) => {
    const index = pathToFileURL(resolve(folder, 'packages/contract-document/src/index.ts'));
    const { pdfContractDocument } = (await import(index.href)) as typeof Package;
    // Specimens, as everywhere except in production.
    return { folder, contracts: pdfContractDocument({ specimen: true }) };
  }),
);

for (const [name, kind] of Object.entries(KINDS)) {
  const turns = rivals.map((): number[] => []);
  for (const { contracts } of rivals)
    for (let first = 0; first < WARM_UP; first += TURN) await drawTurn(contracts, DOCUMENTS + first, kind);
  for (let first = 0; first < DOCUMENTS; first += TURN) {
    for (const [at, { contracts }] of rivals.entries()) {
      const before = process.cpuUsage();
      await drawTurn(contracts, first, kind);
      const { user, system } = process.cpuUsage(before);
      turns[at]?.push((user + system) / TURN / 1_000);
    }
    if ((first + TURN) % 50 === 0) console.error(`${name}: ${first + TURN} of ${DOCUMENTS} contracts`);
  }
  for (const [at, { folder, contracts }] of rivals.entries()) {
    const pages = await contracts.render(factsOf(0, kind));
    const ordered = (turns[at] ?? []).toSorted((a, b) => a - b);
    const [first, median, third] = [1, 2, 3].map((part) => ordered[(ordered.length * part) / 4]?.toFixed(1));
    console.log(`${folder}, ${name}: ${median} ms of CPU a contract (${first}–${third}), ${pages.length} bytes`);
  }
}
for (const { contracts } of rivals) await contracts.close();
