// The time of a response must not reveal whether an address has an application: both requests do the same work before it.
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { emailResumeLink } from '#contract/resume.ts';
import { readLink } from '#server/messages/resume-link.ts';
import { executionContext } from '#server/platform/tracing.ts';
import { knownLookups } from '#server/records/applicant-fields.ts';
import { applicationsOfEmail } from '#server/records/applicants.ts';
import { decidedAs } from './journeys.ts';
import { emailedToken } from './leads.ts';
import { eventually, openWorld, someOf } from './world.ts';

const world = openWorld();

it('runs the same statements for a link to a known address as to an unknown one, and mails one', async () => {
  const { sent } = await decidedAs(world, 2);
  await world.restart(undefined, 'web');
  // The queue reads its definition once in a process.
  await statementsOf('someone.else@example.com');
  const known = await statementsOf(sent.email);
  const unknown = await statementsOf('no.applicant@example.com');
  await world.restart();
  expect(known.length).toBeGreaterThan(0);
  expect(known).toEqual(unknown);
  expect(await someOf(() => world.mailsAbout(sent.email, /link/i))).toHaveLength(1);
  expect(await world.mailTo('no.applicant@example.com')).toEqual([]);
});

it('mails the link of the application whose address was confirmed, not of a newer one with that address', {
  tags: ['full'],
}, async () => {
  const { sent } = await decidedAs(world, 3);
  const { db, vault } = world.services;
  const [owners] = await applicationsOfEmail(db, knownLookups.email(vault, String(sent.email)));
  const [, uidb64, token] = await eventually(async () => {
    const texts = (await world.mailTo(sent.email)).map(({ text }) => text);
    return /email-verification\/([\w-]+)\/([\w.-]+)/.exec(texts.join('\n')) ?? undefined;
  });
  const confirmed = await world.browser().get(`/api/v1/activate/${uidb64}/${token}/`);
  expect(confirmed.json()).toEqual({ status: true });
  world.clock.advance(60_000);
  await decidedAs(world, 1, { email: sent.email });
  await world.browser().post(emailResumeLink.path, { email: sent.email });
  const link = await emailedToken(world, sent.email);
  expect(readLink(world.services, link)?.applicationId).toBe(owners);
});

async function statementsOf(email: unknown): Promise<unknown[]> {
  const statements: unknown[] = [];
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [what] = args as [string | { text: string }];
    // The queue's upkeep belongs to no request.
    if (executionContext()?.ids.requestId !== undefined)
      statements.push(typeof what === 'string' ? what : what.text);
    return Reflect.apply(query, this, args);
  } as never);
  const answer = await world.browser().post(emailResumeLink.path, { email });
  spy.mockRestore();
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'sent' }]);
  return statements;
}
