// The API descriptions that others build on: the tools that their engineers use find no fault in them.
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { partnerOpenApi } from '#contract/openapi.ts';
import { coreOpenApi } from './core-openapi.ts';

const about = { title: 'Demo', version: '1', url: 'https://apply.lender.com', sessionCookie: 's' };

describe.each([
  ['partners', partnerOpenApi(about)],
  ['core system', coreOpenApi()],
])('the API of %s', (name, description) => {
  const source = JSON.stringify(description);

  it('passes Redocly without a warning', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source, absoluteRef: `/${name}.json`, config });
    expect(problems.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer])).toEqual([]);
  });

  it('passes Spectral without a warning', async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset({ extends: [oas] } as never);
    const problems = await linter.run(JSON.parse(source));
    expect(problems.map(({ code, message, path }) => [code, message, path.join('.')])).toEqual([]);
  });
});
