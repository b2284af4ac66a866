import { openApiDocument, type OpenApiDocument } from '@vehicle-insurance/http';

export interface Schema {
  readonly type: string | readonly string[];
  readonly enum?: readonly (string | number)[];
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
}

export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly Field[];
  /** Undefined if there is no body. */
  readonly body: readonly Field[] | undefined;
  readonly form: boolean;
}

interface ObjectSchema {
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Schema>>;
}

interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;
  };
}

const fieldsOf = ({ properties, required }: ObjectSchema): readonly Field[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) }));

/** Every endpoint of a document, so that new endpoints and fields are tested at once. */
export const operationsOf = ({ paths, components }: OpenApiDocument): readonly Operation[] => {
  const referred = ($ref: string) => components.schemas[$ref.replace('#/components/schemas/', '')] as ObjectSchema;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const { operationId, parameters, requestBody } = described as Described;
      const json = requestBody?.content['application/json'];
      return {
        name: operationId,
        method: method.toUpperCase(),
        path,
        query: parameters.filter((field) => field.in === 'query').map((field) => ({ ...field, required: false })),
        body: json && fieldsOf(referred(json.schema.$ref)),
        form: requestBody?.content['multipart/form-data'] !== undefined,
      };
    }),
  );
};

export const OPERATIONS = operationsOf(openApiDocument());
