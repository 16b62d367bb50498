import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PersonLine } from './CallBranchLine.tsx';

const lineWith = (chatLink: string | undefined, opens?: string, isBranch = true) =>
  renderToStaticMarkup(<PersonLine phone="(801) 555-0145" {...{ chatLink, opens, isBranch }} />).replaceAll(
    /<\/?span>/g,
    '',
  );

it('a person answers by phone, and a chat shows only where the lender has one', () => {
  expect(lineWith(undefined)).toBe(
    'Call us at <a href="tel:+18015550145">(801) 555-0145</a>. A person will answer and look at your application with you.',
  );
  expect(lineWith('https://chat.lender.example/')).toContain(
    '<a href="https://chat.lender.example/" target="_blank" rel="noopener noreferrer">Chat with us</a>',
  );
});

it('no person is promised while the branch is closed, or where there is none', () => {
  expect(lineWith(undefined, 'tomorrow at 8:30 am')).toMatch(
    /^Your branch opens tomorrow at 8:30 am\. Call <a .*> then, and someone will look at your application with you\.$/,
  );
  expect(lineWith(undefined, undefined, false)).toMatch(/Monday to Friday 8 am to 8 pm/);
  expect(lineWith(undefined, undefined, false)).not.toContain('A person will answer');
});
