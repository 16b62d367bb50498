// The core system's interface as OpenAPI 3.1. `npm run core:openapi` writes it to docs/, and a test compares them.
import * as z from 'zod';
import { parameter, type Schema } from '#contract/openapi.ts';
import { type CoreCall, coreCalls, coreRefusals, coreSchemas } from './api.ts';
import { coreEvent, freshSeconds } from './events.ts';
import { coreExamples } from './examples.ts';

/** The document's path from the root of the repository. */
export const openApiPath = 'docs/core-system.openapi.json';

const json = (schema: z.ZodType, example?: object) => ({
  'application/json': {
    schema: named.has(schema) ? { $ref: pathOf(named.get(schema)?.id) } : schemaOf(schema),
    ...(example && { example }),
  },
});

const pathOf = (id: string | undefined) => `#/components/schemas/${id}`;

/** A generated client has a type for each. */
const named = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries({ ...coreSchemas, CoreEvent: coreEvent }))
  named.add(schema, { id });
for (const [id, { body }] of Object.entries(coreRefusals))
  named.add(body, { id: `${id.charAt(0).toUpperCase()}${id.slice(1)}Refusal` });

const examples: Readonly<Record<string, object>> = coreExamples;

export function coreOpenApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, call] of Object.entries<CoreCall>(coreCalls))
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(name, call) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Core system of the lender',
      version: '1',
      description:
        'What Branchline requires of a lender’s core system, and under `webhooks` what the core system reports back. Amounts are whole cents. A release may add fields: ignore the ones you don’t know.',
      contact: { name: 'Branchline', url: 'https://core.lender.com' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'https://core.lender.com', description: 'CORE_URL' }],
    security: [{ key: [] }],
    tags: tags.map(([name, description]) => ({ name, description })),
    paths,
    webhooks: { event: { post: webhook() } },
    components: {
      schemas: Object.fromEntries(
        Object.entries(z.toJSONSchema(named, { ...written, uri: pathOf }).schemas).map(
          ([id, { $schema: _, $id: __, ...schema }]) => [id, schema],
        ),
      ),
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'CORE_API_KEY' },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Core-Signature',
          description:
            'The HMAC-SHA256 with CORE_WEBHOOK_KEY of the timestamp, a period and the body, in hexadecimal.',
        },
      },
    },
  };
}

const tags = [
  ['status', 'Whether the system can be used.'],
  ['borrowers', 'Who is a borrower already.'],
  ['loans', 'Loans from boarding to their first payment.'],
  ['cases', 'Calls and documents for a branch.'],
  ['events', 'What the core system reports back.'],
] as const;

/** The response to a keyed request that arrives again, by the status of its success. */
const replayed = {
  200: 'The same key again is answered 200 and changes nothing.',
  201: 'The same key with the same body is answered 201 with the first number. The same key with another body, and another key for what exists already, are answered 409 with the number that exists. Of two requests at once, one makes it.',
} as const;

function operationOf(operationId: string, call: CoreCall): object {
  const { summary, path, query, body, status, response, isKeyed, refusals } = call;
  const parameters = [
    ...['loanId', 'caseId']
      .filter((name) => path.includes(`{${name}}`))
      .map((name) => parameter('path', name, { type: 'string' })),
    ...Object.entries(query?.shape ?? {}).map(([name, schema]) => parameter('query', name, schemaOf(schema))),
    ...(isKeyed
      ? [
          parameter(
            'header',
            'Idempotency-Key',
            { type: 'string', minLength: 1, maxLength: 255 },
            {
              description:
                'The same in each attempt to send the same request, for days if need be. A key that was used changes nothing.',
            },
          ),
        ]
      : []),
  ];
  return {
    operationId,
    summary,
    description: isKeyed ? replayed[status] : 'Changes nothing, and may be sent at any time.',
    tags: [path.split('/')[2]],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body && { requestBody: { required: true, content: json(body, examples[operationId]) } }),
    responses: {
      [status]: { description: 'Done.', content: json(response) },
      // One response for each status. A call refuses with one body for a status.
      ...Object.fromEntries(
        refusals.map((name) => {
          const { status, meaning, body } = coreRefusals[name];
          return [status, { description: meaning, content: json(body) }];
        }),
      ),
    },
  };
}

function webhook(): object {
  return {
    operationId: 'receiveEvent',
    summary:
      'Sent to `/webhooks/core` of the product, once for each event and again until it is answered with 200.',
    description: 'What happened to a loan, in the order in which it happened.',
    tags: ['events'],
    security: [{ signature: [] }],
    parameters: [
      parameter(
        'header',
        'X-Core-Timestamp',
        { type: 'string', pattern: '^\\d{1,12}$' },
        { description: `Seconds since 1970, at most ${freshSeconds} seconds from now.` },
      ),
    ],
    requestBody: { required: true, content: json(coreEvent) },
    responses: {
      200: { description: 'Stored. Sending it again changes nothing.' },
      400: {
        description:
          'The signature or the event isn’t right, or another event was sent with this id. The response names the problem.',
      },
      404: {
        description:
          'We know no such loan or entry, and an operator sees that. Or CORE_WEBHOOK_KEY is not set. Send it again later.',
      },
      503: { description: 'We can’t take it now. Send it again later.' },
    },
  };
}

/** Omits what is redundant: the bounds of safe integers, and the pattern of a named format. */
const written = {
  io: 'input',
  override: ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }) => {
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  },
} as const;

function schemaOf(schema: z.ZodType): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, written);
  return rest;
}
