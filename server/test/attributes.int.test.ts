// Named attributes from every source: what a decision stores of them, decides by them, and shows to who reads it.
import { expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { documentText } from '#server/cli/document-text.ts';
import { explain } from '#server/cli/explain.ts';
import { encryptionContext } from '#server/platform/db/encrypted-columns.ts';
import { readDecision } from '#server/records/decisions.ts';
import { findNotice } from '#server/records/notices.ts';
import { readDenial } from '#server/stages/notices/adverse-action.ts';
import { decidedAs, linkedAs } from './journeys.ts';
import { finished } from './receive-funds.ts';
import { applicationOf, openWorld } from './world.ts';

const world = openWorld();

async function attributesOf(user: string | undefined, kind: 'prequalification' | 'approval') {
  const { db, vault } = world.product.services;
  return (await readDecision(db, vault, applicationOf(user), kind))?.inputs.attributes;
}

it('stores what bureau, core system and channel have at prequalification, and nothing of a bank', async () => {
  const { journey } = await decidedAs(world, 1);
  expect(await attributesOf(journey.links.user, 'prequalification')).toEqual({
    cardUtilization: 18,
    scoreExclusion: null,
    overdrafts: null,
    incomeMonths: null,
    bankLoanPayments: null,
    earlierChargeOffs: 0,
    partner: null,
    channel: 'web_form',
  });
});

it('declines at approval by what the bank shows, without a hard pull, and names the source in notice and explanation', async () => {
  const { browser, sent, verification } = await linkedAs(world, 'user_overdrawn');
  expect(verification).toMatchObject({ status: 'FINISHED', income: true, identity: true, residence: true });
  const { links } = await browser.journey();
  const { job } = (await browser.post(links.submitApproval as string, { acceptHardPull: true })).json();
  await finished(browser, job.href);

  expect((await browser.journey()).defaultScreen).toBe('approval-declined');
  const pulls = await world.console<{ kind: string }[]>(`pulls?ssn=${sent.ssn}`);
  expect(pulls.map(({ kind }) => kind)).toEqual(['soft']);
  expect(await attributesOf(links.user, 'approval')).toMatchObject({
    cardUtilization: 18,
    overdrafts: 7,
    incomeMonths: 6,
    bankLoanPayments: 0,
  });

  const { services } = world.product;
  const id = applicationOf(links.user);
  const notice = await findNotice(services.db, id, 'denial');
  expect(notice && (await readDenial(services, notice))).toMatchObject({
    reasons: ['overdrawn-account'],
    outsideSource: true,
    report: { bureau: { name: 'Experian' } },
  });

  const text = documentText(await explain(services, loadLender(), id, { why: 'Exam of 2026' }));
  expect(text).toContain(
    'Overdraft and returned payment fees at the bank in the last 90 days, or none | 7 | Bank | A-33',
  );
  expect(text).toContain('Balances on open bank cards, in percent of their limits | 18 | Credit bureau');
  expect(text).toMatch(/in percent of monthly income \| [\d.]+ \| Bank, Applicant$/m);
  expect(text).toContain('Overdraft and returned payment fees at the bank in the last 90 days | 7 | 5');
  const before = documentText(
    await explain(services, loadLender(), id, { why: 'Exam of 2026', prequalification: true }),
  );
  expect(before).toContain('in the last 90 days | not known before approval | Bank');
});

it('keeps what was measured at the bank, and no transaction', async () => {
  const { journey } = await linkedAs(world);
  const { db, vault } = world.product.services;
  const call = await db
    .selectFrom('vendor_call')
    .select(['key', 'response'])
    .where('application_id', '=', applicationOf(journey.links.user))
    .where('operation', '=', 'read-cash-flow')
    .executeTakeFirstOrThrow();
  expect(
    vault.decryptJson(call.response as never, encryptionContext('vendor_call', 'response', call.key)),
  ).toEqual({
    incomeMonths: 6,
    overdrafts90Days: 0,
    monthlyLoanPayments: 0,
  });
});
