import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LoanCard } from '../SidePanel.tsx';

const branch = {
  name: 'Salt Lake City',
  phone: '+18015550145',
  timeZone: 'America/Denver',
  manager: { fullName: 'Maureen Gallegos', title: 'Branch Manager' },
};
const texts = { phone: '+18015550146', hours: ['8:30 am', '5:30 pm'] as [string, string] };
const cardOf = (more: object) => renderToStaticMarkup(<LoanCard loan={{ branch: { ...branch, ...more } }} />);

it('a branch that answers texts is offered by text, with its hours', () => {
  expect(cardOf({ texts })).toContain('<a href="sms:+18015550146">Text us</a> 8:30 am to 5:30 pm');
  expect(cardOf({})).not.toContain('Text us');
});

it('what everyone can count on stands only where there is no loan yet', () => {
  const slogan = 'Apply online in minutes';
  expect(renderToStaticMarkup(<LoanCard />)).toContain(slogan);
  expect(cardOf({})).not.toContain(slogan);
});
