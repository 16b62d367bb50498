import { describe, expect, it } from 'vitest';
import { calls } from './api.ts';
import { openApi } from './openapi.ts';

const document = openApi({
  title: 'Branchline',
  version: '1.0.0',
  url: 'http://localhost:8080',
  sessionCookie: 'session',
});
// As a tool reads it.
const read = JSON.parse(JSON.stringify(document)) as typeof document;
const operations = Object.entries(read.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);
const types = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

describe('the OpenAPI description', () => {
  it('has the parts that OpenAPI 3.1 requires', () => {
    expect(read.openapi).toMatch(/^3\.1\.\d+$/);
    expect(read.info).toMatchObject({
      title: expect.stringMatching(/\S/),
      version: expect.stringMatching(/\S/),
    });
    for (const path of Object.keys(read.paths)) expect(path).toMatch(/^\/[^:]*$/);
    for (const { name } of read.tags) expect(name).toMatch(/^[a-z-]+$/);
    for (const scheme of Object.values(read.components.securitySchemes)) {
      expect(['apiKey', 'http']).toContain(scheme.type);
      expect(scheme).toHaveProperty(scheme.type === 'http' ? 'scheme' : 'name');
    }
  });

  it('describes every call once', () => {
    const described = operations.map(({ operation }) => operation.operationId);
    expect(described.toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
    expect(new Set(described).size).toBe(described.length);
  });

  it.each(operations)('of $method $path holds', ({ path, method, operation }) => {
    expect(['get', 'post', 'put', 'delete']).toContain(method);
    const tags = read.tags.map(({ name }) => name);
    for (const tag of operation.tags) expect(tags).toContain(tag);
    for (const requirement of operation.security) {
      for (const name of Object.keys(requirement))
        expect(read.components.securitySchemes).toHaveProperty(name);
    }

    const inputs = operation.parameters ?? [];
    const places = inputs.map((one) => `${one.in} ${one.name}`);
    expect(new Set(places).size).toBe(places.length);
    const inPath = inputs.filter((one) => one.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
    for (const { schema } of inputs) mustBeSchema(schema);

    const bodies = operation.requestBody ? [operation.requestBody.content] : [];
    expect(method === 'get' && bodies.length > 0).toBe(false);
    const answers = Object.entries(operation.responses);
    expect(answers.length).toBeGreaterThan(1);
    for (const [status, { description }] of answers) {
      expect(status).toMatch(/^[2-5]\d\d$/);
      expect(description).toMatch(/\S/);
    }
    for (const content of [...bodies, ...answers.map(([, answer]) => answer.content)]) {
      expect(Object.keys(content)).toHaveLength(1);
      for (const [type, { schema }] of Object.entries(content)) {
        expect(type).toMatch(/^\w+\/\w+$/);
        mustBeSchema(schema);
      }
    }
  });
});

/** Checks each part of a JSON Schema that our schemas use. */
function mustBeSchema(schema: unknown): void {
  if (typeof schema === 'boolean') return;
  expect(schema).toBeTypeOf('object');
  const { type, properties, required, items, prefixItems, anyOf, oneOf, $ref, ...rest } = schema as Record<
    string,
    unknown
  >;
  if (type !== undefined) expect(types).toContain(type);
  if ($ref !== undefined) {
    expect($ref).toMatch(/^#\/components\/schemas\/\w+$/);
    expect(read.components.schemas).toHaveProperty(($ref as string).split('/').at(-1) as string);
  }
  const inner = Object.values((properties as object | undefined) ?? {});
  for (const one of [
    ...inner,
    ...[items].flat(),
    ...[prefixItems].flat(),
    ...[anyOf].flat(),
    ...[oneOf].flat(),
  ])
    if (one !== undefined) mustBeSchema(one);
  for (const name of (required as string[] | undefined) ?? []) expect(properties).toHaveProperty([name]);
  expect(rest).not.toHaveProperty('$schema');
  expect(rest).not.toHaveProperty('$defs');
}
