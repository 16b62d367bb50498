import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { callOf, calls, errorsOf } from './api.ts';
import { errorCodes } from './errors.ts';
import { getJourney } from './journey.ts';
import { openApi } from './openapi.ts';
import { parameterNames, parameters, parametersOf } from './parameters.ts';
import { submitPrequalification } from './prequalification.ts';

describe('the description of the calls', () => {
  it.each(calls)('of $name is one sentence, with codes that exist and none twice', (call) => {
    expect(call.summary).toMatch(/^[A-Z].+\.$/);
    for (const code of call.errors) expect(Object.keys(errorCodes)).toContain(code);
    expect(new Set(call.errors).size).toBe(call.errors.length);
    // A body is declared in one place: with the endpoint, or where the handler parses it. Then the endpoint has only its type.
    if (call.body && 'body' in call.endpoint) expect(call.endpoint.body).toBeInstanceOf(z.ZodMiniCustom);
  });

  it('names no address twice', () => {
    const addresses = calls.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length);
  });

  it('is in OpenAPI, each call once', () => {
    const { paths } = openApi({ title: '', version: '', url: '', sessionCookie: '' });
    const described = Object.values(paths).flatMap((methods) => Object.values(methods));
    const ids = described.map(({ operationId }) => operationId);
    expect(ids.sort()).toEqual(calls.map(({ name }) => name).sort());
  });

  it('adds the codes that any call of its shape may return', () => {
    expect([...errorsOf(callOf(getJourney))]).toEqual(['session-ended', 'unavailable', 'internal']);
    const expected = expect.arrayContaining(['invalid', 'malformed', 'other-origin', 'internal']);
    expect([...errorsOf(callOf(submitPrequalification))]).toEqual(expected);
  });

  it('uses every code, those of the text code only inside a response', () => {
    const used = new Set(calls.flatMap((call) => [...errorsOf(call)]));
    const others = Object.keys(errorCodes).filter((code) => !used.has(code as keyof typeof errorCodes));
    expect(others).toEqual(['wrong-code', 'code-expired']);
  });
});

describe('the parameters', () => {
  it('of every path are declared, and every declared one is used', () => {
    const named = new Set(calls.flatMap(({ endpoint }) => parameterNames(endpoint.path)));
    expect([...named].sort()).toEqual(Object.keys(parameters).sort());
  });

  it('take only what fits', () => {
    const schema = parametersOf('/api/v1/applications/:applicationId/documents/:kind/pdf');
    const applicationId = '5f0c6c0e-3b1e-4f0a-9a57-0d3c3b1f3a11';
    expect(schema.safeParse({ applicationId, kind: 'loan-agreement' }).success).toBe(true);
    expect(schema.safeParse({ applicationId: 'mine', kind: 'loan-agreement' }).success).toBe(false);
    expect(() => parametersOf('/api/v1/:unheardOf')).toThrow('unheardOf');
  });
});
