import { expect, it } from 'vitest';
import { emailSuggestion } from './Controls.tsx';

it.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['Ana@GMIAL.COM', 'Ana@gmail.com'],
  ['ana@yaho.com', 'ana@yahoo.com'],
])('suggests for %s that it is %s', (typed, meant) => {
  expect(emailSuggestion(typed)).toBe(meant);
});

const unlike = ['ana@gmail.com', 'ana@ymail.com', 'ana@example.com', 'ana@', '@gmial.com', ''];
it.each(unlike)('suggests nothing for %s', (typed) => {
  expect(emailSuggestion(typed)).toBeUndefined();
});
