// What the OFAC list, the military database and alerts lead to, and how a person releases or refuses.
import { describe, expect, it } from 'vitest';
import { readApplication } from '#server/journey/applications.ts';
import { enqueueDueNotices } from '#server/notices/due.ts';
import { decideNotice } from '#server/operations/commands/notices.ts';
import { repeatHeldChecks } from '#server/operations/holds/jobs.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { auditEventsOf } from '#server/records/audit.ts';
import { readDecision } from '#server/records/decisions.ts';
import { readDocument } from '#server/records/documents.ts';
import { openHoldsOf } from '#server/records/holds.ts';
import { militaryChecksOf } from '#server/stages/screening/military.ts';
import { ofacScreeningsOf } from '#server/stages/screening/ofac-screenings.ts';
import { approvalDecidedAs, decidedAs } from './journeys.ts';
import { operate, reviewHolds } from './operator.ts';
import { replaceCall } from './replace.ts';
import { rowsOf } from './rows.ts';
import { pullsOf } from './vendors.ts';
import { eventually, openWorld, stateOf } from './world.ts';

const world = openWorld();

const holdIn = (list: string, id: ApplicationId) =>
  list
    .split('\n')
    .find((line) => line.includes(id))
    ?.split(' ')[0] as string;
const signed = ['--note', 'Another birth date than the entry'];

/** An applicant who was decided, and the hold that waits for a person, if there is one. */
async function heldAs(person: number) {
  const decided = await decidedAs(world, person);
  return { ...decided, hold: holdIn(await reviewHolds(world), decided.id) };
}

/** Nothing that is shown or sent may hint at a list, an alert or a search. */
const expectNoFinding = (text: string) =>
  expect(text).not.toMatch(/ofac|sanction|list|match|alert|milit|fraud/i);

describe('a match with the OFAC list', () => {
  it('holds the application, shows it in neutral words, and resumes it after a release', async () => {
    const { browser, journey, sent, status, id, hold } = await heldAs(24);
    expect(status).toBe('SUCCESS');
    expect(journey.defaultScreen).toBe('verification-needed');
    const linked = ['branch', 'job', 'prequalification', 'status', 'user', 'withdraw'];
    expect(Object.keys(journey.links).sort()).toEqual(linked);
    const record = await browser.read('prequalification');
    expect(record).toMatchObject({ status: 'STEP_UP', isHeld: true });
    expectNoFinding(JSON.stringify(record));
    expectNoFinding((await world.mailAbout(sent.email, /more time/)).text);

    expect(await readDecision(world.db, world.services.vault, id, 'prequalification')).toBeUndefined();
    const stored = await rowsOf(world, 'hold', id);
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toMatch(/NAME MATCHES|OFAC\/PLC/);

    const shown = await reviewHolds(world, 'show', hold);
    for (const part of ['NAME MATCHES OFAC/PLC LIST', 'Alex Rivera']) expect(shown).toContain(part);
    const released = await operate(world, 'holds', 'release', hold, ...signed);
    expect(released).toBe('Released: the application continues.');
    await browser.arriveAt('offers');
    await world.mailAbout(sent.email, /offers are ready/);
    const audited = (await auditEventsOf(world.db, id)).filter(({ type }) => /^h.*ld/.test(type));
    expect(audited.map(({ type }) => type)).toEqual(['held', 'hold-viewed', 'hold-resolved']);
    expect(JSON.stringify(audited.map(({ data }) => data))).not.toContain('Pat');
    expect(await reviewHolds(world, 'release', hold, ...signed)).toContain('nothing changed');
  });

  it('ends the application when a person refuses it, and the person may apply again', async () => {
    const { browser, id, hold } = await heldAs(31);
    expect(await reviewHolds(world, 'refuse', hold, ...signed)).toBe('Refused: the application has ended.');
    await browser.arriveAt('error');
    expect(await readApplication(world.db, id)).toMatchObject({ state: 'HOLD_REFUSED', live_ssn: null });
  });

  it('at the hard pull holds before anything is approved, and no second inquiry follows the release', async () => {
    const { browser, sent, status, journey, id } = await approvalDecidedAs(world, 32);
    expect(status).toBe('FAILURE');
    expect(journey.defaultScreen).toBe('verification-needed');
    expect(journey.links.approval).toBeUndefined();
    const hold = holdIn(await reviewHolds(world), id);
    await reviewHolds(world, 'release', hold, ...signed);
    await browser.arriveAt('approval-payment');
    expect(await pullsOf(world, sent.ssn)).toEqual(['hard', 'soft']);
  });
});

describe('a military search result', () => {
  it('that is missing holds the application until the search is repeated, and is stored with its certificate', async () => {
    const { browser, journey, sent, id } = await heldAs(27);
    expect(journey.defaultScreen).toBe('verification-needed');
    expectNoFinding((await world.mailAbout(sent.email, /more time/)).text);
    await repeatHeldChecks(world.services);
    await browser.arriveAt('offers');
    const searched = { answer: 'not-covered', source: 'search', message: '1204 NO MLA MATCH' };
    expect(await militaryChecksOf(world.db, world.services.vault, id)).toMatchObject([
      { ...searched, certificate: expect.any(String) },
      { answer: 'unknown', source: 'soft-pull' },
    ]);
    const made = await readDecision(world.db, world.services.vault, id, 'prequalification');
    expect(made?.inputs.militaryCovered).toBe(false);
  });

  it('that stays missing can be entered by an operator who searched the database', async () => {
    const unknown = { answer: 'unknown', message: null, searchedOn: null, certificate: null } as const;
    replaceCall(world.services.vendors.bureau, 'militarySearch', () => async () => unknown);
    const { browser, id, hold } = await heldAs(27);
    const { db, vault } = world.services;
    await repeatHeldChecks(world.services);
    await eventually(async () => (await militaryChecksOf(db, vault, id)).length === 2);
    expect(await browser.screen()).toBe('verification-needed');
    const early = reviewHolds(world, 'release', hold, ...signed);
    await expect(early).rejects.toThrow('--covered or --not-covered');
    await reviewHolds(world, 'release', hold, '--covered', '--certificate', 'A-17', ...signed);
    await browser.arriveAt('offers');
    expect((await readDecision(db, vault, id, 'prequalification'))?.inputs.militaryCovered).toBe(true);
  });
});

it('a denial before the review settles what waits for an answer with a note, and leaves a match to the reviewer', async () => {
  const [matched, unanswered] = [await heldAs(24), await heldAs(27)];
  const deny = ({ id }: { id: ApplicationId }, note?: string) =>
    decideNotice(world.services, { verb: 'deny', id, reasons: [], ...(note && { note }) });
  await expect(deny(unanswered)).rejects.toThrow('after --note');
  expect(await deny(unanswered, 'Called twice')).toContain('is denied');
  expect(await openHoldsOf(world.db, unanswered.id)).toEqual([]);

  expect(await deny(matched)).toContain('is denied');
  const results = async () =>
    (await ofacScreeningsOf(world.db, matched.id)).map(({ result }) => result).sort();
  expect(await results()).toEqual(['match']);
  const refused = await reviewHolds(world, 'refuse', matched.hold, ...signed);
  expect(refused).toContain('the application has ended');
  expect(await reviewHolds(world)).not.toContain(matched.hold);
  expect(await results()).toEqual(['match', 'refused']);
  for (const { id } of [matched, unanswered]) expect(await stateOf(world, id)).toBe('DENIED');
});

it.each([
  [25, '8015550125'],
  [26, undefined],
  [29, '8015550129'],
  [30, undefined],
] as const)('an alert on the file of person %i is a step-up, and operators see the number to call', async (person, phone) => {
  const { browser, journey, sent, hold } = await heldAs(person);
  expect(journey.defaultScreen).toBe('verification-needed');
  const record = await browser.read('prequalification');
  expect(record).toMatchObject({ status: 'STEP_UP', stepUpExpiration: expect.any(String) });
  const shown = await reviewHolds(world, 'show', hold);
  if (phone) expect(shown).toContain(`Call the number in the alert: ${phone}`);
  else if (person === 26) expect(shown).toContain('names no phone number');
  else expect(shown).not.toContain('phone number');
  expect(await pullsOf(world, sent.ssn)).toEqual(['soft']);
});

const unverified = "We couldn't verify your identity";
// What no one answered is not about who the applicant is.
const unchecked = "We couldn't complete a check that we make before every loan";

describe('an application undecided by day 28 is denied for a true reason, and can no longer continue', () => {
  const denied = async (person: number, reason: string) => {
    const { db, vault } = world.services;
    const { sent, id } = await (person === 32 ? approvalDecidedAs : decidedAs)(world, person);
    const waiting = (await reviewHolds(world)).split('\n').find((line) => line.includes(id));
    expect(waiting).toMatch(/decide by \d{4}-\d\d-\d\d$/);
    const hold = String(waiting?.split(' ')[0]);
    // The applicant can send nothing, and is asked for nothing.
    expect(await decideNotice(world.services, { verb: 'ask', id, reasons: [] })).toContain('nothing changed');

    for (const days of [20.5, 8]) {
      world.clock.advance(days * 86_400_000);
      await enqueueDueNotices(world.services);
    }
    expect(await stateOf(world, id)).toBe('DENIED');
    await world.mailAbout(sent.email, /^Our decision on your loan application/);
    expect(await world.mailsAbout(sent.email, /We need something/)).toEqual([]);
    const kept = (await rowsOf(world, 'document', id)).find(({ kind }) => kind === 'adverse-action');
    const text = JSON.stringify((await readDocument(db, vault, String(kept?.key)))?.paper);
    for (const part of [reason, 'Experian']) expect(text).toContain(part);
    expect(text).not.toMatch(/ofac|sanction|treasury|match|milit|alert|couldn't get your credit report/i);
    // The denial clears no one of a match.
    const isMatch = person !== 27;
    expect((await reviewHolds(world)).includes(hold)).toBe(isMatch);
    const answer = isMatch ? [] : ['--not-covered'];
    expect(await reviewHolds(world, 'release', hold, ...signed, ...answer)).toMatch(
      isMatch
        ? 'The application has ended'
        : /has ended \(DENIED since .*\) and can't be released, so nothing/,
    );
    expect(await reviewHolds(world)).not.toContain(hold);
    expect(await stateOf(world, id)).toBe('DENIED');
    expect(await rowsOf(world, 'disbursement', id)).toEqual([]);
    // The vendors' clocks stay where they are.
    world.clock.advance(-28.5 * 86_400_000);
  };

  it('after a match', () => denied(24, unverified));
  it('after a match at the hard pull', { tags: ['full'] }, () => denied(32, unverified));
  it('without an answer about the military', () => denied(27, unchecked));
  it('without an answer about the list', { tags: ['full'] }, () => denied(31, unchecked));
});
