// What the OFAC list, the military database and the alerts on a file lead to: which applications wait, what applicants see, and how a
// person releases or refuses them.
import { describe, expect, it } from 'vitest';
import type { PrequalificationRecord } from '#contract/prequalification.ts';
import { runHoldsCommand } from '#server/cli/holds.ts';
import { decideNotice } from '#server/cli/notices.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { readDecision } from '#server/records/decisions.ts';
import { readDocument } from '#server/records/documents.ts';
import { openHoldsOf } from '#server/records/holds.ts';
import { militaryChecksOf } from '#server/records/military-checks.ts';
import { noticesOf } from '#server/records/notices.ts';
import { ofacScreeningsOf } from '#server/records/ofac-screenings.ts';
import { repeatHeldChecks } from '#server/stages/holds/jobs.ts';
import { enqueueDueNotices } from '#server/stages/notices/due.ts';
import { decidedAs, linkedAs } from './journeys.ts';
import { operate, reviewHolds } from './operator.ts';
import { finished } from './receive-funds.ts';
import { replaceCall } from './replace.ts';
import { applicationOf, eventually, openWorld, stateOf } from './world.ts';

const world = openWorld();

const holdIn = (list: string, id: ApplicationId) =>
  list
    .split('\n')
    .find((line) => line.includes(id))
    ?.split(' ')[0] as string;
const signed = ['--note', 'Another birth date than the entry'];

/** Nothing that is shown or sent may hint at a list, an alert or a search. */
const expectNoFinding = (text: string) =>
  expect(text).not.toMatch(/ofac|sanction|list|match|alert|milit|fraud/i);

describe('a match with the OFAC list', () => {
  it('holds the application, shows it in neutral words, and resumes it after a release', async () => {
    const { browser, journey, sent, status } = await decidedAs(world, 24);
    expect(status).toBe('SUCCESS');
    expect(journey.defaultScreen).toBe('verification-needed');
    expect(Object.keys(journey.links).sort()).toEqual([
      'branch',
      'job',
      'prequalification',
      'status',
      'user',
      'withdraw',
    ]);
    const record = (await browser.get(journey.links.prequalification as string)).json();
    expect(record).toMatchObject({
      status: 'STEP_UP',
      isHeld: true,
    } satisfies Partial<PrequalificationRecord>);
    expectNoFinding(JSON.stringify(record));
    expectNoFinding((await world.mailAbout(sent.email, /more time/)).text);

    const id = applicationOf(journey.links.user);
    const { db, vault } = world.product.services;
    expect(await readDecision(db, vault, id, 'prequalification')).toBeUndefined();
    const stored = await db.selectFrom('hold').selectAll().where('application_id', '=', id).execute();
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toMatch(/SDN|NAME MATCHES/);

    const hold = holdIn(await reviewHolds(world), id);
    const shown = await reviewHolds(world, 'show', hold);
    expect(shown).toContain('NAME MATCHES OFAC/PLC LIST');
    expect(shown).toContain('Alex Rivera');
    expect(await operate(world, runHoldsCommand, 'release', hold, ...signed)).toBe(
      'Released: the application continues.',
    );
    await browser.arriveAt('offers');
    await world.mailAbout(sent.email, /offers are ready/);
    const audited = await world.product.services.db
      .selectFrom('audit_event')
      .select(['type', 'data'])
      .where('application_id', '=', id)
      .where('type', 'like', 'h%ld%')
      .orderBy('id')
      .execute();
    expect(audited.map(({ type }) => type)).toEqual(['held', 'hold-viewed', 'hold-resolved']);
    expect(JSON.stringify(audited)).not.toContain('Pat');
    expect(await reviewHolds(world, 'release', hold, ...signed)).toContain('nothing changed');
  });

  it('ends the application when a person refuses it, and the person may apply again', async () => {
    const { browser, journey } = await decidedAs(world, 31);
    expect(journey.defaultScreen).toBe('verification-needed');
    const hold = holdIn(await reviewHolds(world), applicationOf(journey.links.user));
    expect(await reviewHolds(world, 'refuse', hold, ...signed)).toBe('Refused: the application has ended.');
    await browser.arriveAt('error');
    const row = await world.product.services.db
      .selectFrom('application')
      .select(['state', 'live_ssn'])
      .where('id', '=', applicationOf(journey.links.user))
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ state: 'HOLD_REFUSED', live_ssn: null });
  });

  it('at the hard pull holds before anything is approved, and no second inquiry follows the release', async () => {
    const linked = await linkedAs(world, 'user_good', 32);
    const { browser, sent } = linked;
    const { links } = await browser.journey();
    const { job } = (await browser.post(links.submitApproval as string, { acceptHardPull: true })).json();
    expect(await finished(browser, job.href)).toBe('FAILURE');
    const journey = await browser.journey();
    expect(journey.defaultScreen).toBe('verification-needed');
    expect(journey.links.approval).toBeUndefined();
    const hold = holdIn(await reviewHolds(world), applicationOf(links.user));
    await reviewHolds(world, 'release', hold, ...signed);
    await browser.arriveAt('approval-payment');
    const pulls = await world.console<{ kind: string }[]>(`pulls?ssn=${String(sent.ssn)}`);
    expect(pulls.filter(({ kind }) => kind === 'hard')).toHaveLength(1);
  });
});

describe('a military search result', () => {
  it('that is missing holds the application until the search is repeated, and is stored with its certificate', async () => {
    const { browser, journey, sent } = await decidedAs(world, 27);
    expect(journey.defaultScreen).toBe('verification-needed');
    expectNoFinding((await world.mailAbout(sent.email, /more time/)).text);
    await repeatHeldChecks(world.product.services);
    await browser.arriveAt('offers');
    const { db, vault } = world.product.services;
    const checks = await militaryChecksOf(db, vault, applicationOf(journey.links.user));
    expect(checks.map(({ answer, source }) => [answer, source])).toEqual([
      ['not-covered', 'search'],
      ['unknown', 'soft-pull'],
    ]);
    expect(checks[0]).toMatchObject({ message: '1204 NO MLA MATCH', certificate: expect.any(String) });
    const made = await readDecision(db, vault, applicationOf(journey.links.user), 'prequalification');
    expect(made?.inputs.militaryCovered).toBe(false);
  });

  it('that stays missing can be entered by an operator who searched the database', async () => {
    const unknown = { answer: 'unknown', message: null, searchedOn: null, certificate: null } as const;
    replaceCall(world.product.services.vendors.bureau, 'militarySearch', () => async () => unknown);
    const { browser, journey } = await decidedAs(world, 27);
    const id = applicationOf(journey.links.user);
    await repeatHeldChecks(world.product.services);
    const { db, vault } = world.product.services;
    await eventually(async () => ((await militaryChecksOf(db, vault, id)).length === 2 ? true : undefined));
    expect((await browser.journey()).defaultScreen).toBe('verification-needed');
    const hold = holdIn(await reviewHolds(world), id);
    await expect(reviewHolds(world, 'release', hold, ...signed)).rejects.toThrow(
      '--covered or --not-covered',
    );
    await reviewHolds(world, 'release', hold, '--covered', '--certificate', 'A-17', ...signed);
    await browser.arriveAt('offers');
    const after = world.product.services;
    expect((await readDecision(after.db, vault, id, 'prequalification'))?.inputs.militaryCovered).toBe(true);
  });
});

it('a withdrawal settles what waits for a response, and leaves a match to the reviewer', async () => {
  const { services } = world.product;
  const matched = await decidedAs(world, 24);
  const unanswered = await decidedAs(world, 27);
  const waiting = await reviewHolds(world);
  const ids = [matched, unanswered].map(({ journey }) => applicationOf(journey.links.user));
  const [match, missing] = ids.map((id) => holdIn(waiting, id)) as [string, string];
  for (const { browser, journey } of [matched, unanswered])
    expect((await browser.post(journey.links.withdraw as string)).statusCode).toBe(200);

  await repeatHeldChecks(services);
  expect(await reviewHolds(world)).toContain(match);
  expect(await reviewHolds(world)).not.toContain(missing);
  expect(await reviewHolds(world, 'release', missing, '--not-covered', ...signed)).toContain(
    'nothing changed',
  );
  expect(await reviewHolds(world, 'release', match, ...signed)).toContain('The application has ended');
  expect(await reviewHolds(world)).not.toContain(match);
  const rows = await services.db
    .selectFrom('application')
    .select(['state', 'live_ssn'])
    .where('id', 'in', ids)
    .execute();
  expect(rows).toEqual(ids.map(() => ({ state: 'WITHDRAWN', live_ssn: null })));
});

it('a denial settles what waits for an answer with a note, and leaves a match to the reviewer', async () => {
  const { services } = world.product;
  const { db } = services;
  const matched = applicationOf((await decidedAs(world, 24)).journey.links.user);
  const unanswered = applicationOf((await decidedAs(world, 27)).journey.links.user);
  const deny = (id: ApplicationId, note?: string) =>
    decideNotice(services, { verb: 'deny', id, reasons: [], ...(note && { note }) });
  await expect(deny(unanswered)).rejects.toThrow('after --note');
  expect(await deny(unanswered, 'Called twice')).toContain('is denied');
  expect(await openHoldsOf(db, unanswered)).toEqual([]);

  expect(await deny(matched)).toContain('is denied');
  const match = holdIn(await reviewHolds(world), matched);
  expect(match).toBeDefined();
  expect((await ofacScreeningsOf(db, matched)).map(({ result }) => result)).toEqual(['match']);
  expect(await reviewHolds(world, 'refuse', match, ...signed)).toContain('the application has ended');
  expect(await reviewHolds(world)).not.toContain(match);
  const kept = (await ofacScreeningsOf(db, matched)).map(({ result }) => result);
  expect(kept.sort()).toEqual(['match', 'refused']);
  const ids = [matched, unanswered];
  const rows = await db.selectFrom('application').select('state').where('id', 'in', ids).execute();
  expect(rows).toEqual(ids.map(() => ({ state: 'DENIED' })));
});

describe('an alert on the file', () => {
  it.each([
    [25, '8015550125'],
    [26, undefined],
    [29, '8015550129'],
    [30, undefined],
  ] as const)('of person %i is a step-up, and operators see the number to call', async (person, phone) => {
    const { browser, journey, sent } = await decidedAs(world, person);
    expect(journey.defaultScreen).toBe('verification-needed');
    const record = (await browser.get(journey.links.prequalification as string)).json();
    expect(record).toMatchObject({ status: 'STEP_UP', stepUpExpiration: expect.any(String) });
    const shown = await reviewHolds(
      world,
      'show',
      holdIn(await reviewHolds(world), applicationOf(journey.links.user)),
    );
    if (phone) expect(shown).toContain(`Call the number in the alert: ${phone}`);
    else if (person === 26) expect(shown).toContain('names no phone number');
    else expect(shown).not.toContain('phone number');
    const pulls = await world.console<{ kind: string }[]>(`pulls?ssn=${String(sent.ssn)}`);
    expect(pulls.map(({ kind }) => kind)).toEqual(['soft']);
  });
});

it('an application undecided by day 28 is denied for a true reason, and can no longer continue', {
  tags: ['full'],
}, async () => {
  const { services } = world.product;
  const { db, vault } = services;
  const early = applicationOf((await decidedAs(world, 24)).journey.links.user);
  const linked = await linkedAs(world, 'user_good', 32);
  const { links } = await linked.browser.journey();
  const { job } = (
    await linked.browser.post(links.submitApproval as string, { acceptHardPull: true })
  ).json();
  await finished(linked.browser, job.href);
  const late = applicationOf(links.user);
  const military = applicationOf((await decidedAs(world, 27)).journey.links.user);
  const unanswered = applicationOf((await decidedAs(world, 31)).journey.links.user);
  const waiting = await reviewHolds(world);
  const held = [
    [early, holdIn(waiting, early), "We couldn't verify your identity"],
    [late, holdIn(waiting, late), "We couldn't verify your identity"],
    [military, holdIn(waiting, military), "We couldn't complete a check that we make before every loan"],
    // The bureau performed no search, which is not about who the applicant is.
    [unanswered, holdIn(waiting, unanswered), "We couldn't complete a check that we make before every loan"],
  ] as const;
  for (const [id] of held)
    expect(waiting.split('\n').find((line) => line.includes(id))).toMatch(/decide by \d{4}-\d\d-\d\d$/);

  for (const days of [20.5, 8]) {
    world.clock.advance(days * 86_400_000);
    await enqueueDueNotices(services);
  }
  for (const [id, hold, reason] of held) {
    const application = () =>
      db.selectFrom('application').select('state').where('id', '=', id).executeTakeFirstOrThrow();
    expect(await application()).toEqual({ state: 'DENIED' });
    const paper = await eventually(async () => {
      const [notice] = (await noticesOf(db, id)).filter(({ kind }) => kind === 'denial');
      return notice?.renderedAt ? readDocument(db, vault, await noticeKey(id)) : undefined;
    });
    const text = JSON.stringify(paper?.paper);
    expect(text).toContain(reason);
    expect(text).toContain('Experian');
    expect(text).not.toMatch(/ofac|sanction|treasury|match|milit|alert|couldn't get your credit report/i);
    const isListed = (await reviewHolds(world)).includes(hold);
    const release = ['release', hold, ...signed, ...(id === military ? ['--not-covered'] : [])];
    const released = await reviewHolds(world, ...release);
    if (id === military) {
      expect(isListed).toBe(false);
      expect(released).toMatch(/has ended \(DENIED since .*\) and can't be released, so nothing/);
    } else {
      // The denial clears no one of a match.
      expect(isListed).toBe(true);
      expect(released).toContain('The application has ended');
      expect(await reviewHolds(world)).not.toContain(hold);
    }
    expect(await application()).toEqual({ state: 'DENIED' });
    const paid = await db
      .selectFrom('disbursement')
      .select('sequence')
      .where('application_id', '=', id)
      .execute();
    expect(paid).toEqual([]);
  }

  async function noticeKey(id: ApplicationId): Promise<string> {
    const { key } = await db
      .selectFrom('document')
      .select('key')
      .where('application_id', '=', id)
      .where('kind', '=', 'adverse-action')
      .executeTakeFirstOrThrow();
    return key;
  }
});

it('a held applicant, who can send nothing, is not asked for anything, and is denied by day 28', async () => {
  const { services } = world.product;
  const { journey, sent } = await decidedAs(world, 24);
  const id = applicationOf(journey.links.user);
  expect(await decideNotice(services, { verb: 'ask', id, reasons: [] })).toContain('nothing changed');
  for (const days of [20.5, 8]) {
    world.clock.advance(days * 86_400_000);
    await enqueueDueNotices(services);
  }
  expect(await stateOf(world, id)).toBe('DENIED');
  expect((await noticesOf(services.db, id)).map(({ kind }) => kind)).toEqual(['denial']);
  await world.mailAbout(sent.email, /^Our decision on your loan application/);
  expect((await world.mailTo(sent.email)).map(({ subject }) => subject)).not.toContainEqual(
    expect.stringContaining('We need something'),
  );
});
