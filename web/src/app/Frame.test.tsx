import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Frame } from './Frame.tsx';

it('leads from the foot of every page to the accessibility statement', () => {
  const page = renderToStaticMarkup(
    <Frame screen="landing" now={() => new Date('2026-03-03')}>
      The form
    </Frame>,
  );
  expect(page).toMatch(/<a [^>]*href="\/legal\/accessibility-statement"[^>]*>Accessibility<\/a>/);
});
