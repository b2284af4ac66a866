/** A call of the typed client with the examples of an operation. Scalar generates the samples in other languages. */
export const clientSample = (operationId: string, id: string | undefined, body: object | undefined): object => {
  // The client's function expects the new external id itself, not a body.
  const sent: readonly unknown[] = operationId === 'changeExternalId' && body ? Object.values(body) : [body];
  const values = [id, ...sent].filter((value) => value !== undefined).map(literal);
  return {
    lang: 'TypeScript',
    label: '@vehicle-insurance/client',
    source: `import { insuranceClient } from '@vehicle-insurance/client';

const client = insuranceClient({ baseUrl, apiKey });
console.log(await client.${operationId}(${values.join(', ')}));
`,
  };
};

/** A value as TypeScript, with the quotes that formatters prefer. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"(\w+)":/gm, '$1$2:')
    .replaceAll(/"([^"\\']*)"/g, "'$1'")
    .replaceAll(/([^{,])\n( *\})/g, '$1,\n$2');
