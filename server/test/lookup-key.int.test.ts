// A lookup key that leaked is changed: the product runs meanwhile, and afterwards nothing depends on the old one.
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { rehashLookups } from '#server/cli/rehash-lookups.ts';
import { placeLegalHold } from '#server/evidence/legal-holds.ts';
import { findLiveApplication } from '#server/journey/applications.ts';
import { expiringCredentials } from '#server/operations/credentials.ts';
import { secondsAfter } from '#server/platform/clock.ts';
import { transact } from '#server/platform/db/database.ts';
import type { ApplicationId } from '#server/platform/db/tables.ts';
import { emailedToken, readEmailedToken } from '#server/platform/emailed-links.ts';
import type { Lookup } from '#server/platform/encryption.ts';
import { knownLookups, lookups } from '#server/records/applicant-fields.ts';
import * as records from '#server/records/applicants.ts';
import { isUnsubscribed, unsubscribe } from '#server/records/reminders.ts';
import { hasStoppedTexts, insertReply } from '#server/records/texts.ts';
import { describeOnEachDatabase } from './databases.ts';
import { decidedAs } from './journeys.ts';
import { keysOf, lookupKeys, randomKey, restartWithKeys, rotated } from './lookup-keys.ts';
import { form, openWorld } from './world.ts';

describeOnEachDatabase('a lookup key on the %s database', { repeats: true }, (database) => {
  const world = openWorld({ database });
  let id: ApplicationId;
  let other: ApplicationId;
  let sent: Record<string, string>;
  beforeAll(async () => {
    const decided = await decidedAs(world, 1);
    id = decided.id;
    sent = decided.sent as Record<string, string>;
    other = (await decidedAs(world, 2)).id;
    const { db, vault, clock } = world.services;
    await transact(db, async (tx) => {
      await unsubscribe(tx, clock, lookups.email(vault, String(sent.email)));
      const phone = lookups.phone(vault, String(sent.phone));
      await insertReply(tx, { vault, clock }, { vendorId: 'SM1', phone, meaning: 'stop', text: 'STOP' });
      await placeLegalHold(tx, { vault, clock }, id, { isOfPerson: true, reason: 'a suit' });
    });
  });

  const ssn = () => String(sent.ssn).replace(/\D/g, '');
  async function found() {
    const { db, vault } = world.services;
    return {
      bySsn: await records.applicationsOfSsn(db, knownLookups.ssn(vault, ssn())),
      byEmail: await records.applicationsOfEmail(db, knownLookups.email(vault, String(sent.email))),
      byPhone: await records.applicationsOfPhone(db, knownLookups.phone(vault, String(sent.phone))),
      live: (await findLiveApplication(db, knownLookups.ssn(vault, ssn())))?.id,
      isUnsubscribed: await isUnsubscribed(db, knownLookups.email(vault, String(sent.email))),
      hasStopped: await hasStoppedTexts(db, knownLookups.phone(vault, String(sent.phone))),
    };
  }
  const everything = () => {
    const applications = { bySsn: [id], byEmail: [id], byPhone: [id], live: id };
    return { ...applications, isUnsubscribed: true, hasStopped: true };
  };
  const isHeld = async (application: ApplicationId) => {
    const { db } = world.services;
    const { rows } = await sql<{ held: boolean }>`select on_legal_hold(${application}) as held`.execute(db);
    return rows[0]?.held;
  };

  it('can be rotated without losing anyone, and then removed', async () => {
    const until = secondsAfter(world.clock.now(), 86_400);
    const link = emailedToken({ vault: world.services.vault }, 'resume', id, until);
    const linkIs = () => {
      const read = readEmailedToken(world.services, 'resume', link);
      return read === 'not-ours' ? read : read.subject;
    };
    expect(await found()).toEqual(everything());
    expect([await isHeld(id), await isHeld(other)]).toEqual([true, false]);
    const expiries = () => expiringCredentials(world.db, new Date('2999-01-01'));
    const expire = await expiries();
    expect(expire.map(({ name }) => name)).toContain('BUREAU_PASSWORD');

    world.clock.advance(3_600_000);
    const [old = ''] = keysOf(world).lookupKeys;
    const turned = randomKey('dev-2');
    await restartWithKeys(world, { lookupKeys: [turned, old] });
    expect(await found()).toEqual(everything());
    expect(linkIs()).toBe(id);
    // The credentials are the same as before.
    expect(await expiries()).toEqual(expire);
    // Nothing is deleted while a hold of a person may not be recognized.
    expect([await isHeld(id), await isHeld(other)]).toEqual([true, true]);
    // A present applicant is still recognized by the number.
    const again = await world.browser().post('/api/v2/prequalifications/', form(1, { ssn: sent.ssn }));
    expect(again.statusCode).toBe(200);

    expect((await rotated(world)).join('\n')).toContain(`Every one is under the key dev-2`);
    expect([await isHeld(id), await isHeld(other)]).toEqual([true, false]);
    const ofApplicant = ['ssn', 'email', 'phone', 'state'].map((field) => `applicant.${field}_lookup`);
    const others = ['application.live_ssn', 'credential.fingerprint', 'legal_hold.ssn_lookup'];
    const kept = ['session.device_lookup', 'text_reply.phone_lookup', 'unsubscribed_email.email_lookup'];
    const all = [...ofApplicant, ...others, ...kept].map((column) => [column, ['dev-2']]);
    expect(await lookupKeys(world)).toEqual(Object.fromEntries(all));

    // An older link opens until the old key is left out, and its use is recorded.
    const services = world.services;
    const address = await records.readApplicantField(world.db, services.vault, other, 'email');
    const [, before] = knownLookups.email(services.vault, address);
    await transact(world.db, (tx) => unsubscribe(tx, world.clock, before as Lookup));
    await rehashLookups(world.db, services.vault);
    expect(await isUnsubscribed(world.db, [lookups.email(services.vault, address)])).toBe(true);

    await restartWithKeys(world, { lookupKeys: [turned] });
    expect(await found()).toEqual({ ...everything(), bySsn: expect.arrayContaining([id]) });
    expect(linkIs()).toBe('not-ours');
  });
});
