// Named attributes from every source: what a decision stores of them, decides by them, and shows to who reads it.
import { expect, it } from 'vitest';
import { readDenial } from '#server/notices/adverse-action.ts';
import { encryptionContext } from '#server/platform/db/tables.ts';
import type { Encrypted } from '#server/platform/encryption.ts';
import { readDecision } from '#server/records/decisions.ts';
import { findNotice } from '#server/records/notices.ts';
import { linkedAs } from './journeys.ts';
import { explained } from './operator.ts';
import { rowsOf } from './rows.ts';
import { pullsOf } from './vendors.ts';
import { applicationOf, openWorld } from './world.ts';

const world = openWorld();

async function attributesOf(user: string | undefined, kind: 'prequalification' | 'approval') {
  return (await readDecision(world.db, world.services.vault, applicationOf(user), kind))?.inputs.attributes;
}

it('stores what bureau, core system and channel have at prequalification, and of a bank what it measured, no transaction', async () => {
  const { journey } = await linkedAs(world);
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
  const id = applicationOf(journey.links.user);
  const [call] = await rowsOf(world, 'vendor_call', id, { operation: 'read-cash-flow' });
  const context = encryptionContext('vendor_call', 'response', call?.key as string);
  const measured = { incomeMonths: 6, overdrafts90Days: 0, monthlyLoanPayments: 0 };
  expect(world.services.vault.decryptJson(call?.response as Encrypted, context)).toEqual(measured);
});

it('declines at approval by what the bank shows, without a hard pull, and names the source in notice and explanation', async () => {
  const { browser, sent, verification } = await linkedAs(world, 'user_overdrawn');
  expect(verification).toMatchObject({ status: 'FINISHED', income: true, identity: true, residence: true });
  const { links } = await browser.journey();
  await browser.post(links.submitApproval as string, { acceptHardPull: true });
  await browser.arriveAt('approval-declined');
  expect(await pullsOf(world, sent.ssn)).toEqual(['soft']);
  const shown = { cardUtilization: 18, overdrafts: 7, incomeMonths: 6, bankLoanPayments: 0 };
  expect(await attributesOf(links.user, 'approval')).toMatchObject(shown);

  const id = applicationOf(links.user);
  const notice = await findNotice(world.db, id, 'denial');
  const sources = { outsideSource: true, report: { bureau: { name: 'Experian' } } };
  const denial = notice && (await readDenial(world.services, notice));
  expect(denial).toMatchObject({ reasons: ['overdrawn-account'], ...sources });

  const text = await explained(world, id);
  expect(text).toContain(
    'Overdraft and returned payment fees at the bank in the last 90 days, or none | 7 | Bank | A-33',
  );
  expect(text).toContain('Balances on open bank cards, in percent of their limits | 18 | Credit bureau');
  expect(text).toMatch(/in percent of monthly income \| [\d.]+ \| Bank, Applicant$/m);
  const decision = /: (\w{8}), prequalification, /.exec(text)?.[1];
  const before = await explained(world, id, { decision });
  expect(before).toContain('in the last 90 days | not known before approval | Bank');
});
