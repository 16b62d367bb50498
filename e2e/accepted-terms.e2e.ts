// From the form to accepted terms.
import { expect } from 'vitest';
import { person } from './applicant.ts';
import { itEmbedded as it } from './test.ts';
import { desktop, phone } from './visit.ts';

for (const [name, viewport] of [
  ['phone', phone],
  ['desktop', desktop],
] as const) {
  it(`an applicant on a ${name} goes from the form to accepted terms`, { tags: ['full'] }, async ({
    visitWith,
    product,
  }) => {
    const visit = await visitWith({ viewport });
    const applicant = person(1);
    await visit.getOffers(applicant);
    expect(await visit.heading()).toBe("You're prequalified for up to $15,000");
    await visit.page.getByRole('link', { name: 'See all amounts' }).click();
    await visit.arrive('amount', { showing: visit.button('$5,000') });
    await visit.button('$5,000').click();
    await visit.arriveAtOffers();
    await visit.choose(48);
    expect(await visit.page.getByRole('article').textContent()).toMatch(
      /\$183\.60.*\$5,000.*48 months.*31\.22%/,
    );
    await visit.acceptTerms();
    expect(await visit.heading()).toBe('Connect your bank to verify your information');
    expect(await product.pulls(applicant.ssn)).toMatchObject([{ kind: 'soft' }]);
  });
}
