import { expect, it } from 'vitest';
import { experienceOf, marketingOf, withExperience } from './experience.ts';

it.each([
  ['', 'sp'],
  ['?experience=ppc', 'ppc'],
  ['?experience=sp', 'sp'],
  ['?experience=PPC', 'sp'],
  ['?experience=', 'sp'],
])('the address %j shows the variant %s', (search, experience) => {
  expect(experienceOf(search)).toBe(experience);
  expect(new URLSearchParams(withExperience(search)).get('experience')).toBe(experience);
});

it('adds the variant to the rest of the query', () => {
  const expected = '?utm_source=mail&experience=sp&sub_id=7';
  expect(withExperience('?utm_source=mail&experience=other&sub_id=7')).toBe(expected);
});

it('takes only marketing parameters, by their stored names', () => {
  const expected = { utmSource: 'mail', subId: 'hl-web', clickid: '9' };
  expect(marketingOf('?utm_source=mail&utm_term=&sub_id=hl-web&clickid=9&name=Ada')).toEqual(expected);
  expect(marketingOf(`?utm_source=${'x'.repeat(201)}`)).toEqual({});
  // The applicant neither wrote nor sees it, so it must not get the form refused.
  expect(marketingOf('?utm_source=mail&utm_content=%E2%80%AEliam')).toEqual({ utmSource: 'mail' });
});
