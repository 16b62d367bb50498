// Manages an application's link token, which stays the same until it is used, replaced or expired. The server stores it, so a phone
// that reloads the page on return from the bank can continue with it.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { pathOf } from '#contract/screens.ts';
import type { Application } from '../../journey/applications.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { sealContext } from '../../platform/db/sealed-columns.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';
import { shortLivedCalls } from '../../platform/jobs/short-lived-calls.ts';
import { CallInProgress, NotPerformed } from '../../platform/jobs/vendor-calls.ts';
import { readApplicant } from '../../records/applicants.ts';
import { accessTokenOf, type LinkedBank } from '../../records/linked-banks.ts';
import type { Services, With } from '../../services.ts';
import { bankReturnScreens, type LinkToken } from '../../vendors/bank-data.ts';

/** A token that is about to expire would not last through a bank login. */
const leastSeconds = 15 * 60;
/** How many events that used up a token we remember. */
const mostRemembered = 20;
/** How many tokens we request in one attempt. */
const mostMade = 2;

const linkTokenLookup = (vault: Services['vault'], token: string) => vault.lookup('plaid-link-token', token);

/**
 * `used` identifies the event that used up the saved token. It ends only that token, even if repeated. `repairs` is the
 * linked bank that needs a new login; without it, the token links a new bank.
 */
export async function linkTokenFor(
  services: Services,
  application: Application,
  used: string | undefined,
  repairs?: LinkedBank,
): Promise<string> {
  const { db, vault, clock } = services;
  const { id } = application;
  await db
    .insertInto('link_token')
    .values({
      application_id: id,
      generation: 1,
      token: null,
      token_lookup: null,
      repairs: null,
      expires_at: null,
      spent_by: [],
    })
    .onConflict((conflict) => conflict.column('application_id').doNothing())
    .execute();
  if (used !== undefined) await spendOnce(db, id, used);
  let made = 0;
  for (let round = 0; ; round += 1) {
    const row = await db
      .selectFrom('link_token')
      .select(['token', 'expires_at', 'repairs', 'generation'])
      .where('application_id', '=', id)
      .executeTakeFirstOrThrow();
    if (row.token !== null && row.expires_at !== null) {
      const isFresh = row.expires_at > secondsAfter(clock.now(), leastSeconds);
      if (isFresh && row.repairs === (repairs?.id ?? null)) {
        return vault.open(row.token, sealContext('link_token', 'token', id));
      }
      await spend(db, id, row.generation);
      // If the vendor's clock differs from ours, a third token would arrive expired too.
      if (made === mostMade) throw new NotPerformed('the bank link’s tokens have expired as they come');
      continue;
    }
    // Another tab may be requesting the same token.
    const token = await requestToken(services, application, row.generation, repairs).catch(
      async (error: unknown) => {
        if (!(error instanceof CallInProgress) || round > 40) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return undefined;
      },
    );
    if (token === undefined) continue;
    made += 1;
    await db
      .updateTable('link_token')
      .set({
        token: vault.seal(token.token, sealContext('link_token', 'token', id)),
        token_lookup: linkTokenLookup(vault, token.token),
        repairs: repairs?.id ?? null,
        expires_at: new Date(token.expiresAt),
      })
      .where('application_id', '=', id)
      .where('generation', '=', row.generation)
      .where('token', 'is', null)
      .execute();
  }
}

/** Discards the saved token, whatever happened to it. */
export async function spendLinkToken(db: Db, id: ApplicationId): Promise<void> {
  await spend(db, id);
}

/** Discards a token that the vendor names. */
export async function spendNamedToken({ db, vault }: With<'db' | 'vault'>, token: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('link_token')
    .set((set) => ({ ...noToken, generation: set('generation', '+', 1) }))
    .where('token_lookup', '=', linkTokenLookup(vault, token))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const noToken = { token: null, token_lookup: null, repairs: null, expires_at: null };

async function spend(db: Db, id: ApplicationId, generation?: number): Promise<void> {
  await db
    .updateTable('link_token')
    .set((set) => ({ ...noToken, generation: set('generation', '+', 1) }))
    .where('application_id', '=', id)
    .where('token', 'is not', null)
    .$if(generation !== undefined, (query) => query.where('generation', '=', generation ?? 0))
    .execute();
}

async function spendOnce(db: Db, id: ApplicationId, used: string): Promise<void> {
  const hash = createHash('sha256').update(used).digest('base64url');
  await db
    .updateTable('link_token')
    .set((set) => ({
      ...noToken,
      generation: set('generation', '+', 1),
      spent_by: sql<
        string[]
      >`(array_append(spent_by, ${hash}))[greatest(1, cardinality(spent_by) + 2 - ${mostRemembered}):]`,
    }))
    .where('application_id', '=', id)
    .where(sql<boolean>`not (${hash} = any(spent_by))`)
    .execute();
}

async function requestToken(
  services: With<'config' | 'db' | 'vault' | 'limiter' | 'vendorCalls' | 'lender' | 'vendors'>,
  { id, path }: Application,
  generation: number,
  repairs: LinkedBank | undefined,
): Promise<LinkToken> {
  const { config, lender, vendorCalls, limiter, vendors } = services;
  const screen = bankReturnScreens[repairs ? 'repair' : path];
  const accessToken = repairs && accessTokenOf(services.vault, repairs);
  return vendorCalls.call({
    vendor: vendors.bankData.vendor,
    operation: shortLivedCalls.bankData.createLinkToken,
    key: `link-token:${id}:${generation}${repairs ? `:${repairs.id}` : ''}`,
    applicationId: id,
    timeoutSeconds: 8,
    // An unused token expires by itself. We request one at a time so that two tabs get the same token.
    onUnknownOutcome: { rule: 'look-up', find: async () => undefined },
    perform: async (signal) => {
      await limiter.spend('begin-bank-link', id);
      const applicant = await readApplicant(services.db, services.vault, id);
      return vendors.bankData.createLinkToken(
        {
          reference: id,
          lender: lender.brand.name,
          person: {
            name: `${applicant.firstName} ${applicant.lastName}`,
            phone: applicant.phone,
            email: applicant.email,
            street: applicant.streetAddress,
            city: applicant.city,
            state: applicant.state,
            zipCode: applicant.zipCode,
          },
          returnUrl: `${config.publicUrl}${pathOf(screen)}`,
          webhookUrl: `${config.publicUrl}${vendors.bankData.webhook.path}`,
          ...(accessToken === undefined ? {} : { accessToken }),
        },
        signal,
      );
    },
  });
}
