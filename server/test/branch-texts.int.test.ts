// Texts from applicants to their branch: each reaches the core system's case once, and nothing else sees it.
import { expect, it } from 'vitest';
import { repliesPath, replyTo } from '#sandbox/vendors/twilio/webhooks.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { longestMessage } from '#server/vendors/core/cases.ts';
import { decidedAs } from './journeys.ts';
import { rowsOf } from './rows.ts';
import { casesOf, openCore, posted } from './vendors.ts';
import { jobsEnded } from './waits.ts';
import { applicationOf, eventually, form, openWorld } from './world.ts';

const world = openWorld();

async function send(from: unknown, body: string, id?: string) {
  const to = `${world.config.publicUrl}${repliesPath}`;
  const text = { from: String(from), body, ...(id && { id }) };
  expect((await posted(world, replyTo(to, text, world.sandbox.credentials))).statusCode).toBe(200);
}

async function text(...sent: Parameters<typeof send>) {
  await send(...sent);
  await jobsEnded(world, { names: ['report-text'] });
}

const textsOf = (id: string) => casesOf(world, id);
const kept = (id: ApplicationId) => rowsOf(world, 'received_text', id);

it('adds each text to one case, once however often the vendor repeats it, and keeps no copy', async () => {
  const { journey, sent } = await decidedAs(world, 1);
  const id = applicationOf(journey.links.user);
  const first = `SM${'a'.repeat(32)}`;
  await text(sent.phone, ' Can I bring the title on Friday? ', first);
  await text(sent.phone, ' Can I bring the title on Friday? ', first);
  world.clock.advance(60_000);
  await text(sent.phone, 'x'.repeat(longestMessage + 400));
  expect(await textsOf(id)).toMatchObject([
    {
      reason: 'text-received',
      messages: [{ text: 'Can I bring the title on Friday?' }, { text: 'x'.repeat(longestMessage) }],
    },
  ]);
  expect(await kept(id)).toEqual([]);
});

it('leaves STOP, START, HELP and a text without words to those who answer them', async () => {
  const { journey, sent } = await decidedAs(world, 1);
  for (const body of ['STOP', 'please stop texting me', 'START', 'help', '  ']) await text(sent.phone, body);
  expect(await textsOf(applicationOf(journey.links.user))).toEqual([]);
  // Texts to the branch arrive also from a phone that gets none.
  await text(sent.phone, 'STOP');
  await text(sent.phone, 'When do you open?');
  // A sentence read as STOP may be about something else.
  await text(sent.phone, 'I revoke my autopay authorization');
  const expected = [
    { messages: [{ text: 'When do you open?' }, { text: 'I revoke my autopay authorization' }] },
  ];
  expect(await textsOf(applicationOf(journey.links.user))).toMatchObject(expected);
});

it('adds nothing for a stranger, a phone that was never confirmed, and an application that was withdrawn', async () => {
  const before = (await world.console<unknown[]>('cases')).length;
  await text('+18015559911', 'Hello?');
  const unconfirmed = form(1);
  await world.browser().post('/api/v2/prequalifications/', unconfirmed);
  await text(unconfirmed.phone, 'Hello?');

  const { journey, sent, browser } = await decidedAs(world, 1);
  await browser.post(journey.links.withdraw as string);
  await text(sent.phone, 'Hello?');
  expect(await world.console<unknown[]>('cases')).toHaveLength(before);
});

it('is encrypted while the core system is closed, and reaches the case when it opens', async () => {
  const { journey, sent } = await decidedAs(world, 1);
  const id = applicationOf(journey.links.user);
  await openCore(world, false);
  await send(sent.phone, 'My new number is 801 555 0188');
  const [waiting] = await kept(id);
  expect(waiting?.text).toMatch(/^\S{40,}$/);
  expect(waiting?.text).not.toContain('number');
  await openCore(world, true);
  await eventually(async () => {
    world.clock.advance(300_000);
    return (await kept(id)).length === 0;
  });
  expect(await textsOf(id)).toMatchObject([{ messages: [{ text: 'My new number is 801 555 0188' }] }]);
});
