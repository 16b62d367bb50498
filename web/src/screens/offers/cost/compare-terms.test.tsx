import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { exampleTerm } from '../../../dev/example-term.ts';
import CompareTerms, { comparedFirst } from './CompareTerms.tsx';

it('each compared term has a radio button named by its length, checked where it is shown above', () => {
  const terms = [exampleTerm(500_000, 36, false, 31.22), exampleTerm(500_000, 36, true, 28.99)];
  const html = renderToStaticMarkup(
    <CompareTerms amount={500_000} terms={terms} featured={terms[1]} onMove={() => {}} />,
  );
  const labels = [...html.matchAll(/<label.*?<\/label>/gs)].map(([label]) => label);
  const names = labels.map((label) => label.replaceAll(/<[^>]*>/g, ''));
  expect(names).toEqual(['36 months', '36 months with your vehicle']);
  expect(labels.map((label) => /type="radio"[^>]*checked/.test(label))).toEqual([false, true]);
  expect(html.match(/<th scope="row"><label/g)).toHaveLength(2);
});

it('a long comparison begins with whole years, the cheapest, the lightest and the featured term', () => {
  const terms = [22, 24, 27, 30, 33, 36, 39, 42].map((months) => exampleTerm(500_000, months, false, 30));
  const [, , , , featured] = terms;
  expect(comparedFirst(terms, featured).map(({ months }) => months)).toEqual([22, 24, 33, 36, 42]);
  expect(comparedFirst(terms.slice(1), featured)).toHaveLength(7);
});
