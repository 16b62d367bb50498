import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PersonLine } from './PersonAnswers.tsx';

const lineWith = (chatLink: string | undefined) =>
  renderToStaticMarkup(<PersonLine phone="(801) 555-0145" chatLink={chatLink} />);

it('a person answers by phone, and a chat shows only where the lender has one', () => {
  expect(lineWith(undefined)).toBe(
    'Call us at <a href="tel:+18015550145">(801) 555-0145</a>. A person will answer and look at your request with you.',
  );
  expect(lineWith('https://chat.lender.example/')).toContain(
    '<a href="https://chat.lender.example/" target="_blank" rel="noopener noreferrer">Chat with us</a>',
  );
});
