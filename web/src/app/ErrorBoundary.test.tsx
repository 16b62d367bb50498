import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ErrorFallback } from './ErrorBoundary.tsx';

it('the page in place of a broken one has one title', () => {
  const titles = renderToStaticMarkup(<ErrorFallback />).match(/<title>[^<]*/g);
  expect(titles).toEqual([expect.stringMatching(/ \| Branchline$/)]);
});
