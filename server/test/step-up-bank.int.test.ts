// A step-up that a linked bank answers: by its name and address, the application continues without a reviewer.
import { describe, expect, it } from 'vitest';
import type { PrequalificationRecord } from '#contract/prequalification.ts';
import type { Verification } from '#contract/verification.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { holdsOf, readEvidence } from '#server/records/holds.ts';
import { BankRefused } from '#server/vendors/bank-data.ts';
import { acceptTerms, banksOf, logInAtBank, platypus, replace, verified } from './bank.ts';
import { decidedAs } from './journeys.ts';
import { type Browser, eventually, openWorld } from './world.ts';

describe('a bank that is linked during a step-up', () => {
  const world = openWorld();

  const steppedUp = async (person: number) => {
    const { browser, journey, id } = await decidedAs(world, person);
    const record = (): Promise<PrequalificationRecord> => browser.read('prequalification');
    return { browser, journey, id, record };
  };
  const link = async (browser: Browser, username: string) => {
    const linkToken = await browser.link('linkToken');
    const { publicToken, exchangeHref } = await logInAtBank(world, browser, linkToken, username);
    const { href } = (await browser.post(exchangeHref, { publicToken, ...platypus })).json();
    await eventually(async () => {
      const answer = await browser.get(href, { prefer: 'wait=20' });
      return answer.statusCode !== 200 || answer.json<Verification>().status !== 'PENDING';
    });
    return exchangeHref;
  };
  const holdOf = async (id: ApplicationId) => {
    const [hold] = await holdsOf(world.db, id);
    if (hold === undefined) throw new Error('There is no review.');
    return { ...hold, evidence: await readEvidence(world.db, world.services.vault, hold.id) };
  };

  it('clears the review if it has the name and the address, and verifies the application later', async () => {
    const { browser, id } = await steppedUp(13);
    const exchangeHref = await link(browser, 'user_good');
    await browser.arriveAt('offers');
    expect(await holdOf(id)).toMatchObject({
      resolution: 'released',
      points: ['eligibility/E-20'],
      evidence: { bank: { check: 'confirmed', identity: { holds: true }, residence: { holds: true } } },
    });
    const events = await auditEventsOf(world.db, id);
    const data = { kind: 'identity', stage: 'prequalification', resolution: 'released' };
    expect(events).toContainEqual(expect.objectContaining({ type: 'hold-resolved', data }));

    await acceptTerms(browser);
    const verification = await verified(browser, await browser.link('verification'));
    expect(verification).toMatchObject({ income: true, residence: true, identity: true });
    expect(await browser.screen()).toBe('verification-success');
    expect(await banksOf(world, exchangeHref)).toMatchObject([{ status: 'linked' }]);
  });

  it('leaves the review open if it has another name, and another bank can confirm it', async () => {
    const { browser, id, record } = await steppedUp(13);
    expect((await record()).bankCheck).toBeUndefined();
    const exchangeHref = await link(browser, 'user_other_name');
    expect(await record()).toMatchObject({ status: 'STEP_UP', bankCheck: 'not-confirmed' });
    const { defaultScreen, links } = await browser.journey();
    expect(defaultScreen).toBe('verification-needed');
    expect(links.uploads).toBeDefined();
    expect(await holdOf(id)).toMatchObject({
      resolution: null,
      evidence: { bank: { check: 'not-confirmed', identity: { holds: false, reason: 'other-name' } } },
    });
    expect(await banksOf(world, exchangeHref)).toMatchObject([{ status: 'removed' }]);

    await link(browser, 'user_good');
    await browser.arriveAt('offers');
  });

  it('that cannot be read is reported, and not kept', async () => {
    const { browser, id, record } = await steppedUp(13);
    replace(world, 'ownership', () => async () => {
      throw new BankRefused('item', 'ITEM_LOGIN_REQUIRED');
    });
    const exchangeHref = await link(browser, 'user_good');
    expect(await record()).toMatchObject({ status: 'STEP_UP', bankCheck: 'not-read' });
    expect(await browser.screen()).toBe('verification-needed');
    expect(await holdOf(id)).toMatchObject({ resolution: null, evidence: { bank: { check: 'not-read' } } });
    expect(await banksOf(world, exchangeHref)).toMatchObject([{ status: 'removed' }]);
  });

  it('is not offered or taken if there is an alert on the file', async () => {
    const { browser, journey, id } = await steppedUp(25);
    expect(journey.defaultScreen).toBe('verification-needed');
    expect(journey.links.linkToken).toBeUndefined();
    expect((await browser.get(`/api/v1/applications/${id}/link-token`)).statusCode).toBe(409);
    const taken = { publicToken: 'public-sandbox-1', ...platypus };
    expect((await browser.post(`/api/v1/applications/${id}/linked-bank`, taken)).statusCode).toBe(409);
    expect((await holdOf(id)).resolution).toBeNull();
  });
});
