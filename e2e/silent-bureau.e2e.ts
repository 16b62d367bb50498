// A bureau that never responds.
import { person } from './applicant.ts';
import { itImpatient as it } from './test.ts';

it('a bureau that never answers leads to the page that promises an email, with the branch to talk to', {
  tags: ['full'],
}, async ({ visit }) => {
  await visit.apply(person(21));
  await visit.arrive('loading');
  await visit.arrive('capture-only', {
    showing: visit.page.getByRole('heading', { name: 'Salt Lake City' }),
  });
  await visit.button('Withdraw my application').waitFor();
  await visit.page.getByRole('link', { name: 'My application' }).click();
  await visit.arrive('status', { showing: visit.button('Withdraw my application') });
  await visit.button('Withdraw my application').click();
  await visit.dialog().getByRole('button', { name: 'Withdraw my application' }).click();
  await visit.arrive('withdrawn');
});
