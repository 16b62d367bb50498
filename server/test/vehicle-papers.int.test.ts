// A signed loan that a vehicle secures is paid only once a person has seen its insurance, and its title where the records leave doubt.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApplicationStatus } from '#contract/application-status.ts';
import type { Uploads } from '#contract/uploads.ts';
import { signedEvent } from '#sandbox/vendors/core/events.ts';
import { holdsCommand } from '#server/cli/holds.ts';
import { readApplication } from '#server/journey/applications.ts';
import { actingAs } from '#server/platform/operator.ts';
import { findDisbursement } from '#server/records/disbursements.ts';
import { openHoldsOf } from '#server/records/holds.ts';
import { createVendors } from '#server/vendors/vendors.ts';
import { handInDocuments } from './documents.ts';
import { approvalDecidedAs, chooseDeposit, mailedLink, sendDocuments, signHere } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { createWorld, eventually, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

async function operator(...args: string[]): Promise<string> {
  const out: string[] = [];
  await actingAs('Pat Operator', () => holdsCommand(world.product.services, args, (line) => out.push(line)));
  return out.join('\n');
}

/** A loan that the person's vehicle secures, signed. */
async function securedAs(person: number) {
  const secured = { amount: 750_000, isAutoSecured: true };
  const approved = await approvalDecidedAs(world, person, 1, {}, secured);
  const { browser, sent } = approved;
  await chooseDeposit(browser);
  await sendDocuments(browser, sent.email as string);
  await mailedLink(world, sent.email as string);
  const { money } = (await browser.journey()).loan ?? {};
  expect(money).toEqual({ amount: 750_000, mask: expect.any(String) });
  const id = await signHere(browser);
  const { db } = world.product.services;
  const hold = await eventually(async () => (await openHoldsOf(db, id))[0]);
  const wanted = async () => {
    const { documents } = (
      await browser.get((await browser.journey()).links.uploads as string)
    ).json<Uploads>();
    return documents.filter(({ isWanted }) => isWanted).map(({ kind }) => kind);
  };
  const state = async () => (await readApplication(db, id)).state;
  const paid = () => findDisbursement(db, id);
  const status = async () =>
    (await browser.get((await browser.journey()).links.status as string)).json<ApplicationStatus>();
  return { browser, sent, id, hold, wanted, status, state, paid };
}

/** The branch's report, as the core system signs it. */
async function report(applicationId: string, result: 'clear' | 'not-clear'): Promise<number | undefined> {
  const event = { id: randomUUID(), type: 'vehicle-checked', applicationId, result };
  const occurredAt = world.clock.now().toISOString();
  const key = world.config.CORE_WEBHOOK_KEY as string;
  const { body: payload, headers } = signedEvent({ ...event, occurredAt }, key, world.clock.now());
  return (await world.product.app?.inject({ method: 'POST', url: '/webhooks/core', headers, payload }))
    ?.statusCode;
}

describe('a signed loan with a vehicle', () => {
  it('waits for the proof of insurance, although the title is clear, and is paid once a person has seen it', async () => {
    const { browser, sent, hold, wanted, status, state, paid } = await securedAs(1);
    expect(hold).toMatchObject({ kind: 'vehicle', stage: 'signing', points: ['insurance'] });
    expect((await browser.journey()).rest).toBe('verification-documents');
    expect(await wanted()).toEqual(['insurance']);
    const mails = await eventually(async () => {
      const all = await world.console<{ subject: string }[]>(`mail?to=${sent.email}`);
      return all.some(({ subject }) => subject.startsWith("Send us your vehicle's papers")) || undefined;
    });
    expect(mails).toBe(true);
    await expect(operator('release', hold.id, '--note', 'Looks fine')).rejects.toThrow(
      "hasn't sent insurance yet",
    );
    expect([await state(), await paid()]).toEqual(['VEHICLE_UNPROVEN', undefined]);

    expect((await browser.journey()).loan?.money).toBeUndefined();
    expect(await status()).toMatchObject({ heading: 'Send us proof of insurance', course: 'live' });
    await handInDocuments(browser, ['insurance']);
    expect(await status()).toMatchObject({ heading: "We received your vehicle's papers", course: 'waiting' });
    expect(await paid()).toBeUndefined();
    expect(await operator('release', hold.id, '--note', 'Policy 1 covers the VIN')).toContain('continues');
    expect((await eventually(paid)).amount).toBe(750_000);
    expect(await state()).toBe('SIGNED');
    expect((await browser.journey()).loan?.money?.arrivesOn).toBe((await paid())?.effective_on);
  });

  it.each([
    [39, 'title-owner'],
    [40, 'title-lien'],
    [41, 'title-unknown'],
  ])('of person %d also waits for the title: %s', async (person, point) => {
    const { browser, id, hold, wanted, paid } = await securedAs(person);
    expect(hold).toMatchObject({ reason: point, points: ['insurance', point] });
    expect(await wanted()).toEqual(['insurance', 'title']);
    await handInDocuments(browser, ['insurance']);
    await expect(operator('release', hold.id, '--note', 'Fine')).rejects.toThrow("hasn't sent title yet");
    expect(await paid()).toBeUndefined();
    expect(await operator('refuse', hold.id, '--note', 'Not the owner')).toContain('ended');
    const { db } = world.product.services;
    await eventually(async () => (await readApplication(db, id)).state === 'APPROVAL_WITHDRAWN' || undefined);
    expect(await paid()).toBeUndefined();
  });
});

describe('where the branch checks the title', () => {
  const byBranch = () => {
    const { lender } = world.product.services;
    replaceCall(lender, 'funding', (funding) => ({ ...funding, titleCheck: 'branch' as const }));
  };

  it('the loan is paid on its report through the core system, and on no other', async () => {
    byBranch();
    const { id, hold, state, paid } = await securedAs(1);
    expect(hold).toMatchObject({ reason: 'title-branch', points: ['insurance', 'title-branch'] });
    const cases = await eventually(async () => {
      const all = await world.console<{ applicationId: string; reason: string }[]>('cases');
      return all.find((one) => one.applicationId === id && one.reason === 'check-vehicle');
    });
    expect(cases.reason).toBe('check-vehicle');
    expect(await report(randomUUID(), 'clear')).toBe(404);
    expect([await state(), await paid()]).toEqual(['VEHICLE_UNPROVEN', undefined]);
    expect(await report(id, 'clear')).toBe(200);
    await eventually(paid);
    expect(await report(id, 'clear')).toBe(200);
    expect(await state()).toBe('SIGNED');
  });

  it('the loan ends if the branch reports that the vehicle is not clear', async () => {
    byBranch();
    const { id, state, paid } = await securedAs(1);
    expect(await report(id, 'not-clear')).toBe(200);
    await eventually(async () => (await state()) === 'APPROVAL_WITHDRAWN' || undefined);
    expect(await paid()).toBeUndefined();
  });
});

it('offers no secured loan where no one can check titles', () => {
  const { services } = world.product;
  const { clock, lender, db, vault } = services;
  const make = (titles: 'true' | 'false', titleCheck: 'service' | 'branch') =>
    createVendors(
      { ...world.config, VEHICLE_DATA_TITLES: titles },
      clock,
      { ...lender, funding: { ...lender.funding, titleCheck } },
      { db, vault },
    ).vehicleData;
  expect(make('true', 'service')).toBeDefined();
  expect(make('false', 'branch')).toBeDefined();
  expect(make('false', 'service')).toBeUndefined();
});
