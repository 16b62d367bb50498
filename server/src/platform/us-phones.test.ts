import { expect, it } from 'vitest';
import { isUsPhone } from './us-phones.ts';

it.each([
  ['of Texas', '+15125550100'],
  ['of an area code from 2023', '+14725550100'],
  ['of an area code that the table does not know', '+16792345678'],
  ['of Puerto Rico', '+17875550100'],
  ['of the Virgin Islands', '+13407740100'],
  ['of Guam', '+16714720100'],
  ['that the text service has for tests', '+15005550004'],
])('can be one %s', (_, phone) => {
  expect(isUsPhone(phone)).toBe(true);
});

it.each([
  ['premium', '+19005551234'],
  ['premium within an area code of ours', '+19765551234'],
  ['of the Dominican Republic', '+18095551234'],
  ['of Jamaica', '+18765551234'],
  ['of Canada', '+14165550100'],
  ['toll-free', '+18005550100'],
  ['a personal number, which can cost the texter', '+15335550100'],
  ['of the phone companies', '+17005550100'],
  ['of the government', '+17105550100'],
  ['in no area', '+10125550100'],
  ['without an exchange', '+18010555010'],
  ['of an unassigned area code', '+19995550100'],
  ['of the United Kingdom', '+447911123456'],
])('is none that is %s', (_, phone) => {
  expect(isUsPhone(phone)).toBe(false);
});
