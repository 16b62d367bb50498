// The contract as OpenAPI 3.1. Production serves only the partners' part; no browser loads this.
import * as z from 'zod/mini';
import { type Call, calls, errorsOf } from './api.ts';
import { type ErrorCode, type ErrorDeclaration, errorCodes, errorResponse } from './errors.ts';
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

export const parameter = (
  place: OpenApiParameter['in'],
  name: string,
  schema: Schema,
  facts: { readonly required?: boolean; readonly description?: string } = {},
): OpenApiParameter => ({ name, in: place, required: true, ...facts, schema });

interface OpenApiResponse {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  /** The codes that an error answer of this status may carry. */
  readonly 'x-error-codes'?: readonly ErrorCode[];
}

/** Only what a partner's server calls. Production serves this one. */
export function partnerOpenApi(product: Parameters<typeof openApi>[0]) {
  const { components, ...whole } = openApi(product, (call) => call.caller === 'partner');
  const { partner = {} } = components.securitySchemes;
  return {
    ...whole,
    info: {
      ...whole.info,
      description:
        'Leads from a partner’s server, and their progress: never why, and never whether we already have the applicant.',
    },
    components: { ...components, securitySchemes: { partner } },
  };
}

/** Describes every call of the contract, or the wanted ones. `sessionCookie` is the name of the session's cookie. */
export function openApi(
  product: { title: string; version: string; url: string; sessionCookie: string },
  isWanted: (call: Call) => boolean = () => true,
) {
  const wanted = calls.filter(isWanted);
  const securitySchemes: Readonly<Record<string, Schema>> = {
    session: { type: 'apiKey', in: 'cookie', name: product.sessionCookie },
    link: { type: 'http', scheme: 'bearer', description: 'The token of an emailed link.' },
    partner: { type: 'http', scheme: 'bearer', description: 'The key of the partner named in the path.' },
  };
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const call of wanted) {
    const { path, method } = call.endpoint;
    paths[pathOf(path)] = { ...paths[pathOf(path)], [method.toLowerCase()]: operationOf(call) };
  }
  return {
    openapi: '3.1.0' as const,
    info: {
      title: product.title,
      version: product.version,
      description:
        'The calls between the browser and the server, and the one with which partners hand in leads. Generated from the contract.',
      contact: { name: product.title, url: product.url },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: product.url }],
    tags: [...new Set(wanted.map(({ tag }) => tag))].map((name) => ({
      name,
      description: `The calls of the stage ${name}.`,
    })),
    paths,
    components: { schemas: { Errors: schemaOf(errorResponse, 'output') }, securitySchemes },
  };
}

function operationOf(call: Call) {
  const { endpoint, name, tag, summary } = call;
  const body = call.body ?? ('response' in endpoint ? endpoint.body : undefined);
  const inputs = parametersOfCall(call);
  const responses: Readonly<Record<string, OpenApiResponse>> = {
    '200': {
      description: 'The answer.',
      content:
        'response' in endpoint
          ? { 'application/json': { schema: schemaOf(endpoint.response, 'output') } }
          : {
              [endpoint.contentType]: { schema: { type: 'string', contentMediaType: endpoint.contentType } },
            },
    },
    ...refusalsOf(call),
  };
  return {
    operationId: name,
    summary,
    description: `For ${callersOf(call)}.`,
    tags: [tag],
    security: securityOf(call),
    ...(inputs.length === 0 ? {} : { parameters: inputs }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } },
    }),
    responses,
  };
}

function parametersOfCall({ endpoint, headers = {} }: Call): OpenApiParameter[] {
  const inPath = parameterNames(endpoint.path).map((name) => {
    const { schema, description } = (parameters as Record<string, Parameter>)[name] as Parameter;
    return parameter('path', name, schemaOf(schema, 'input'), { description });
  });
  const query =
    'response' in endpoint && endpoint.query
      ? (schemaOf(endpoint.query, 'output') as {
          properties: Record<string, Schema>;
          required?: readonly string[];
        })
      : undefined;
  const inQuery = Object.entries(query?.properties ?? {}).map(([name, schema]) =>
    parameter('query', name, schema, { required: query?.required?.includes(name) ?? false }),
  );
  const inHeaders = Object.entries(headers).map(([name, description]) =>
    parameter('header', name, { type: 'string' }, { required: false, description }),
  );
  return [...inPath, ...inQuery, ...inHeaders];
}

function securityOf(call: Call): readonly Readonly<Record<string, readonly string[]>>[] {
  const needsSession = call.errors.includes('no-session');
  return [
    ...(needsSession ? [{ session: [] }] : []),
    ...(call.caller === undefined ? [] : [{ [call.caller]: [] }]),
  ];
}

const callerNames = {
  anyone: 'anyone',
  session: 'the browser of the application’s session',
  link: 'the holder of an emailed link',
  partner: 'a partner’s server that sends its key',
};

function callersOf(call: Call): string {
  const names = securityOf(call).flatMap((scheme) => Object.keys(scheme) as (keyof typeof callerNames)[]);
  return (names.length === 0 ? (['anyone'] as const) : names).map((name) => callerNames[name]).join(', or ');
}

/** One response for each status, naming its codes. */
function refusalsOf(call: Call): Record<string, OpenApiResponse> {
  const codesOf = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(call)) {
    const { status: usual, otherStatuses = [] }: ErrorDeclaration = errorCodes[code];
    for (const status of [usual, ...otherStatuses])
      codesOf.set(status, [...(codesOf.get(status) ?? []), code]);
  }
  const answers: Record<string, OpenApiResponse> = {};
  for (const [status, codes] of codesOf)
    answers[status] = {
      description: codes.map((code) => `\`${code}\`: ${errorCodes[code].meaning}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } },
      'x-error-codes': codes,
    };
  return answers;
}

/** `/a/:id` as OpenAPI writes it: `/a/{id}`. */
const pathOf = (path: string) => path.replace(/:(\w+)/g, '{$1}');

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
