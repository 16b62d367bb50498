import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Frame } from './Frame.tsx';

it('leads from its open footer to the accessibility statement', () => {
  const page = renderToStaticMarkup(
    <Frame screen="frequently-asked-questions" now={() => new Date('2026-03-03')}>
      The questions
    </Frame>,
  );
  expect(page).toMatch(/<a [^>]*href="\/legal\/accessibility-statement"[^>]*>Accessibility<\/a>/);
});
