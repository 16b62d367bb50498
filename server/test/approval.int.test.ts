// From verified applicant to a chosen deposit account; one hard pull ever.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApplicationId } from '#server/platform/tables.ts';
import { createWorld, decidedAs, eventually, type World } from './world.ts';

describe('approval', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({});
  });
  afterAll(() => world?.close());

  async function verifiedAs(person: number) {
    const decided = await decidedAs(world, person);
    const { browser, journey } = decided;
    const request = (await browser.get(journey.links.loanRequest as string)).json();
    const amount = request.programs[0].validAmounts.at(-1).amount;
    const terms = (await browser.get(`${request.getTerms.href}?amount=${amount}`)).json();
    const term = terms.terms[0];
    await browser.post(terms.submitApplication.href, {
      term: term.months,
      amount,
      isAutoSecured: term.isAutoSecured,
      acceptAuthorization: true,
    });
    const id = terms.submitApplication.href.split('/')[4] as ApplicationId;
    await world.product.parts.db
      .updateTable('application')
      .set({ state: 'VERIFIED' })
      .where('id', '=', id)
      .execute();
    return { ...decided, id, journey: await browser.journey() };
  }

  it('approves at final rates on one hard pull, however often the button is pressed', async () => {
    const { browser, journey, sent } = await verifiedAs(1);
    const href = journey.links.submitApproval as string;
    const presses = await Promise.all([1, 2, 3].map(() => browser.post(href, { acceptHardPull: true })));
    const hrefs = presses.map((press) => press.json().job.href as string);
    expect(new Set(hrefs).size).toBe(1);
    const job = hrefs[0] as string;
    await eventually(async () =>
      (await browser.get(job, { prefer: 'wait=5' })).json().status === 'SUCCESS' ? true : undefined,
    );
    const after = await browser.journey();
    expect(after.rest).toBe('approval-payment');
    const approval = (await browser.get(after.links.approval as string)).json();
    expect(approval.status).toBe('APPROVED');
    expect(approval.acceptedOffer).toBeDefined();
    const pulls = await world.console<{ kind: string }[]>(
      `pulls?ssn=${String(sent.ssn).replaceAll('-', '')}`,
    );
    expect(pulls.map((p) => p.kind).sort()).toEqual(['hard', 'soft']);
    const chosen = await browser.post(approval.selectOffer.href, { term: approval.acceptedOffer.months });
    expect(chosen.statusCode).toBe(200);
    const entered = await browser.post(chosen.json().directEntryHref, {
      institutionName: 'First Bank',
      accountSubtype: 'checking',
      routingNumber: '021000021',
      accountNumber: '123456789',
      accountPurpose: 'deposit',
    });
    expect(entered.statusCode).toBe(200);
    expect((await browser.journey()).rest).toBe('confirm-email');
  });
  it('declines person 17 at the hard pull', async () => {
    const { browser, journey } = await verifiedAs(17);
    const job = (await browser.post(journey.links.submitApproval as string, { acceptHardPull: true })).json()
      .job.href;
    await eventually(async () =>
      (await browser.get(job, { prefer: 'wait=5' })).json().status === 'SUCCESS' ? true : undefined,
    );
    expect((await browser.journey()).rest).toBe('approval-declined');
  });
});
