// The contract as an OpenAPI 3.1 document, for people and tools. Only development serves it, and no browser loads this.
import * as z from 'zod/mini';
import { type Call, calls, errorsOf } from './api.ts';
import { type ErrorCode, type ErrorDeclaration, errorAnswer, errorCodes } from './errors.ts';
import { type Parameter, parameterNames, parameters } from './parameters.ts';

/** A JSON Schema, as zod writes it. */
export type Schema = Readonly<Record<string, unknown>>;

interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface OpenApiResponse {
  readonly description: string;
  readonly content: Content;
  /** The codes that an error answer of this status may carry. */
  readonly 'x-error-codes'?: readonly ErrorCode[];
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, Schema>>;
  };
}

/** Describes every call of the contract. `sessionCookie` is the name of the session's cookie. */
export function openApi(about: {
  title: string;
  version: string;
  url: string;
  sessionCookie: string;
}): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const call of calls) {
    const { path, method } = call.endpoint;
    paths[pathOf(path)] = { ...paths[pathOf(path)], [method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: about.title,
      version: about.version,
      description:
        'The calls between the browser and the server, and the one with which partners hand in leads. Generated from the contract.',
    },
    servers: [{ url: about.url }],
    tags: [...new Set(calls.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Errors: schemaOf(errorAnswer, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: about.sessionCookie },
        link: { type: 'http', scheme: 'bearer', description: 'The token of an emailed link.' },
        partner: { type: 'http', scheme: 'bearer', description: 'The key of the partner named in the path.' },
      },
    },
  };
}

function operationOf(call: Call): OpenApiOperation {
  const { endpoint, name, tag, summary } = call;
  const body = call.body ?? ('answer' in endpoint ? endpoint.body : undefined);
  const inputs = parametersOfCall(call);
  return {
    operationId: name,
    summary,
    tags: [tag],
    security: securityOf(call),
    ...(inputs.length === 0 ? {} : { parameters: inputs }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(body, 'input') } },
          },
        }),
    responses: {
      '200': {
        description: 'The answer.',
        content:
          'answer' in endpoint
            ? { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } }
            : {
                [endpoint.contentType]: {
                  schema: { type: 'string', contentMediaType: endpoint.contentType },
                },
              },
      },
      ...refusalsOf(call),
    },
  };
}

function parametersOfCall({ endpoint, headers = {} }: Call): OpenApiParameter[] {
  const inPath = parameterNames(endpoint.path).map((name): OpenApiParameter => {
    const { schema, description } = (parameters as Record<string, Parameter>)[name] as Parameter;
    return { name, in: 'path', required: true, description, schema: schemaOf(schema, 'input') };
  });
  const query =
    'answer' in endpoint && endpoint.query
      ? (schemaOf(endpoint.query, 'output') as {
          properties: Record<string, Schema>;
          required?: readonly string[];
        })
      : undefined;
  const inQuery = Object.entries(query?.properties ?? {}).map(
    ([name, schema]): OpenApiParameter => ({
      name,
      in: 'query',
      required: query?.required?.includes(name) ?? false,
      schema,
    }),
  );
  const inHeaders = Object.entries(headers).map(
    ([name, description]): OpenApiParameter => ({
      name,
      in: 'header',
      required: false,
      description,
      schema: { type: 'string' },
    }),
  );
  return [...inPath, ...inQuery, ...inHeaders];
}

function securityOf(call: Call): OpenApiOperation['security'] {
  const needsSession = call.errors.includes('no-session');
  return [
    ...(needsSession ? [{ session: [] }] : []),
    ...(call.caller === undefined ? [] : [{ [call.caller]: [] }]),
  ];
}

/** One answer for each status, naming its codes. */
function refusalsOf(call: Call): Record<string, OpenApiResponse> {
  const codesOf = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(call)) {
    const { status, otherStatuses = [] }: ErrorDeclaration = errorCodes[code];
    for (const one of [status, ...otherStatuses]) codesOf.set(one, [...(codesOf.get(one) ?? []), code]);
  }
  const answers: Record<string, OpenApiResponse> = {};
  for (const [status, codes] of codesOf) {
    answers[status] = {
      description: codes.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } },
      'x-error-codes': codes,
    };
  }
  return answers;
}

/** `/a/:id` as OpenAPI writes it: `/a/{id}`. */
const pathOf = (path: string) => path.replace(/:(\w+)/g, '{$1}');

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
