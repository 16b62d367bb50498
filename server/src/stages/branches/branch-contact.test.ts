import { expect, it } from 'vitest';
import { directionsTo, textNumberOf } from './branch-contact.ts';

const hours = { openHours: ['08:30', '17:30'] as [string, string] };

it('a branch that answers texts has its number with its hours, and another one nothing', () => {
  const expected = { texts: { phone: '+18015550198', hours: ['8:30 am', '5:30 pm'] } };
  expect(textNumberOf({ ...hours, texts: '+18015550198' })).toEqual(expected);
  expect(textNumberOf(hours)).toEqual({});
});

it('the directions lead to the whole address', () => {
  const place = { streetAddress: '4 Junction Rd #5', city: 'Salt Lake City', state: 'UT', zipCode: '84115' };
  const expected = '4 Junction Rd #5, Salt Lake City, UT 84115';
  expect(new URL(directionsTo(place)).searchParams.get('query')).toBe(expected);
});
