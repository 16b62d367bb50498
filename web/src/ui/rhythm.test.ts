import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '..');
/** Nothing, what is computed from a step, or less than a line of text needs. */
const isStep = (value: string) =>
  /^(?:0|auto|\d(?:\.\d+)?px|0?\.\d+em|.*var\(--(?:within|between|apart|page-top|thumb)\).*)$/.test(value);

it('one below the other, parts of a page are 8, 24 or 56 px apart', () => {
  const found = globSync('**/*.css', { cwd: source, exclude: ['dev/**'] }).flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/^\s*(gap|row-gap|margin-block[a-z-]*): (.+);$/gm)]
      .filter(([, property = '', value = '']) => {
        const values = value.startsWith('calc(') ? [value] : value.split(/ (?![^(]*\))/);
        return !(property === 'gap' ? values.slice(0, 1) : values).every(isStep);
      })
      .map(([rule]) => `${file}: ${rule.trim()}`),
  );
  expect(found).toEqual([]);
});
