// From accepted terms to a verified applicant, over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkedAs } from './bank.ts';
import { createWorld, databaseKinds, type World } from './world.ts';

describe.each(databaseKinds)('a bank linked on the %s database', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ database });
  });
  afterAll(() => world?.close());

  it('verifies the applicant', async () => {
    const { browser, verification } = await linkedAs(world);
    expect(verification).toMatchObject({ status: 'FINISHED', income: true, residence: true, identity: true });
    expect(verification.submitApprovalHref).toBeDefined();
    expect((await browser.journey()).rest).toBe('verification-success');
  });
});
