import { readFileSync } from 'node:fs';
import { ERROR_CODES, insuranceClient } from '@vehicle-insurance/client';
import { openApiDocument } from '@vehicle-insurance/http';
import { expect } from 'chai';
import { generateSchema, REGENERATE, SCHEMA } from './generate-schema.ts';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}
interface Content {
  readonly examples?: Readonly<Record<string, { readonly value: { readonly code: string } }>>;
}

const OPERATIONS = Object.values(openApiDocument().paths).flatMap((path) => Object.values(path) as Operation[]);

/** Errors for an address or method that is not an endpoint. */
const AROUND = ['not_found', 'method_not_allowed'];
/** Errors of any POST with an idempotency key. */
const KEYED = ['idempotency_key_reused', 'request_in_progress'];

const CLIENT = insuranceClient({ baseUrl: 'https://insurance.example', apiKey: 'key' });

it('the page about the client lists every function of the client, and no other', () => {
  const page = readFileSync(new URL('../../../docs/client.md', import.meta.url), 'utf8');
  const [, table = ''] = /## Calls\n[^|]*((?:\|.*\n)+)/.exec(page) ?? [];
  const cells = table.split('\n').map((row) => row.split('|')[2] ?? '');
  // The part after a colon is how they are called.
  const listed = cells.flatMap((cell) => [...cell.replace(/:.*?(?=, and |$)/g, '').matchAll(/`(\w+)`/g)]);
  expect(listed.map(([, name]) => name)).to.have.members(Object.keys(CLIENT));
});

describe('the client and the OpenAPI document', () => {
  // Proves: client-types
  it(`have the same types: after a change run ${REGENERATE}`, async () => {
    expect(readFileSync(SCHEMA, 'utf8')).to.equal(await generateSchema());
  });

  it('have the same endpoints', () => {
    expect(Object.keys(CLIENT)).to.include.members(OPERATIONS.map(({ operationId }) => operationId));
  });

  // Proves: client-types
  it('have the same errors', () => {
    const documented = OPERATIONS.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content }) =>
        Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => value.code),
      ),
    );
    expect(new Set([...documented, ...AROUND, ...KEYED])).to.have.all.keys(...ERROR_CODES);
    expect(documented.length).to.be.greaterThan(50);
  });
});
