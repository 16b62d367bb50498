import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { pathOf } from '#contract/screens.ts';
import { Action } from './Landing.tsx';

it.each([
  ['success', 'See your loan'],
  ['other-account', 'See your loan'],
  ['offers', 'Back to your application'],
] as const)('the first button for an application at %s is “%s”', (screen, words) => {
  const html = renderToStaticMarkup(<Action defaultPath={pathOf(screen)} />);
  expect(html).toContain(`href="${pathOf(screen)}"`);
  expect(html).toContain(words);
});

it('without an application it leads to the form', () => {
  expect(renderToStaticMarkup(<Action />)).toContain('See if I qualify');
});
