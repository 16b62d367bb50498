// The API descriptions that others build on: the tools that their engineers use find no fault in them.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { openApi, partnerOpenApi } from '#contract/openapi.ts';
import { coreOpenApi } from './core/openapi.ts';

const about = { title: 'Demo', version: '1', url: 'https://apply.lender.com', sessionCookie: 's' };

async function problemsOf(source: string, rules = {}) {
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lintFromString({ source, absoluteRef: '/api.json', config });
  return problems.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer]);
}

it('the whole API is valid OpenAPI: its references, tags, parameters, security and schemas', async () => {
  // The addresses of some calls end in a slash, and three calls have no mistake of the caller's.
  const other = { 'no-path-trailing-slash': 'off', 'operation-4xx-response': 'off' };
  const rules = { ...other, 'operation-tag-defined': 'error' };
  expect(await problemsOf(JSON.stringify(openApi(about)), rules)).toEqual([]);
});

describe.each([
  ['partners', partnerOpenApi(about)],
  ['core system', coreOpenApi()],
])('the API of %s', (_, description) => {
  const source = JSON.stringify(description);

  it('passes Redocly without a warning', async () => {
    expect(await problemsOf(source)).toEqual([]);
  });

  it('passes Spectral without a warning', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [oas] } as never);
    const problems = await linter.run(JSON.parse(source));
    expect(problems.map(({ code, message, path }) => [code, message, path.join('.')])).toEqual([]);
  });
});
