import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type CoreCall, coreCalls } from './api.ts';
import { coreExamples } from './examples.ts';
import { coreOpenApi, openApiPath } from './openapi.ts';

it('is published as the schemas have it', () => {
  const published = readFileSync(join(import.meta.dirname, '../../../..', openApiPath), 'utf8');
  expect(published, 'run `npm run core:openapi`').toBe(`${JSON.stringify(coreOpenApi(), null, 2)}\n`);
});

it.each(
  Object.entries<CoreCall>(coreCalls).filter(([, { body }]) => body),
)('has an example of %s that matches the schema', (name, { body }) => {
  const example = coreExamples[name as keyof typeof coreExamples];
  expect(body?.parse(example)).toEqual(example);
});
