import { expect, it } from 'vitest';
import { calls } from './api.ts';
import { openApi } from './openapi.ts';

const { paths } = openApi({
  title: 'Branchline',
  version: '1.0.0',
  url: 'http://localhost:8080',
  sessionCookie: 'session',
});
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

it('the OpenAPI description has every call once', () => {
  const described = operations.map(({ operationId }) => operationId);
  expect(described.toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
});

it('the OpenAPI description requires every parameter of a path', () => {
  const inPath = operations.flatMap(({ parameters = [] }) => parameters).filter((one) => one.in === 'path');
  expect(inPath.length).toBeGreaterThan(20);
  expect(inPath.every(({ required }) => required)).toBe(true);
});
