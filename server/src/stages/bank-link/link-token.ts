// An application's link token, stored so that a phone that reloads on return from the bank can continue.
import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { getLinkToken } from '#contract/bank-link.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { bankState, hostedState } from '#contract/screen-declaration.ts';
import { pathOf } from '#contract/screens.ts';
import type { Application } from '../../journey/applications.ts';
import { secondsAfter } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { insertOnce, rowsOf } from '../../platform/db/rows.ts';
import { type ApplicationId, encryptionContext } from '../../platform/db/tables.ts';
import { shortLivedCalls } from '../../platform/jobs/call-records.ts';
import { CallInProgress, NotPerformed } from '../../platform/jobs/vendor-calls.ts';
import { readApplicant } from '../../records/applicants.ts';
import { accessTokenOf, type LinkedBank } from '../../records/linked-banks.ts';
import type { Services, With } from '../../services.ts';
import { bankReturnScreens, type LinkToken } from '../../vendors/bank-data.ts';

/** A token that is about to expire would not last through a bank login. */
const leastSeconds = 15 * 60;
const mostRemembered = 20;
const mostRequests = 2;

/** `keys:rotate` makes the lookups of this kind again. */
export const linkTokenKind = 'plaid-link-token';

interface Wanted {
  /** Identifies the event that used up the saved token. It ends only that token, even if repeated. */
  readonly used: string | undefined;
  /** The linked bank that needs a new login; without it, the token links a new bank. */
  readonly repairs?: LinkedBank;
  readonly isHosted: boolean;
}

/** The application's token. If a bank was linked on its hosted page, that bank is returned until it is exchanged. */
export async function linkTokenFor(
  services: Services,
  application: Application,
  { used, repairs, isHosted }: Wanted,
): Promise<Pick<ResponseOf<typeof getLinkToken>, 'linkToken' | 'hostedUrl' | 'handed'>> {
  const { db, vault, clock, vendors } = services;
  const { bankData, timeouts } = vendors;
  const { id } = application;
  await insertOnce(db, 'link_token', ['application_id'], { application_id: id, generation: 1, spent_by: [] });
  if (used !== undefined) await spendOnce(db, id, used);
  let requests = 0;
  for (let round = 0; ; round += 1) {
    const columns = ['token', 'hosted_url', 'expires_at', 'repairs', 'generation'] as const;
    const row = await rowsOf(db, 'link_token', { application_id: id }).one(columns);
    if (row.token !== null && row.expires_at !== null) {
      const linkToken = vault.decrypt(row.token, encryptionContext('link_token', 'token', id));
      const isSamePurpose = row.repairs === (repairs?.id ?? null);
      const session =
        row.hosted_url === null ? undefined : await bankData.hostedSession(linkToken, timeouts.signal(8));
      if (isSamePurpose && session?.linked) return { linkToken, handed: session.linked };
      const isFresh = row.expires_at > secondsAfter(clock.now(), leastSeconds);
      // Where the vendor hosts no page for us, the widget is tried.
      const isRightPage = (row.hosted_url !== null) === isHosted || requests > 0;
      if (isFresh && isSamePurpose && isRightPage && session === undefined) {
        if (row.hosted_url === null) return { linkToken };
        return {
          linkToken,
          hostedUrl: vault.decrypt(row.hosted_url, encryptionContext('link_token', 'hosted_url', id)),
        };
      }
      await spendLinkToken(db, id, row.generation);
      // If the vendor's clock differs from ours, a third token would arrive expired too.
      if (requests === mostRequests)
        throw new NotPerformed('the bank link’s tokens have expired as they come');
      continue;
    }
    // Another tab may be requesting the same token.
    const token = await requestToken(services, application, row.generation, { repairs, isHosted }).catch(
      async (error: unknown) => {
        if (!(error instanceof CallInProgress) || round > 40) throw error;
        await pause(100);
        return undefined;
      },
    );
    if (token === undefined) continue;
    requests += 1;
    const empty = { application_id: id, generation: row.generation, token: null };
    await rowsOf(db, 'link_token', empty).update({
      token: vault.encrypt(token.token, encryptionContext('link_token', 'token', id)),
      token_lookup: vault.lookup(linkTokenKind, token.token),
      hosted_url:
        token.hostedUrl === undefined
          ? null
          : vault.encrypt(token.hostedUrl, encryptionContext('link_token', 'hosted_url', id)),
      repairs: repairs?.id ?? null,
      expires_at: new Date(token.expiresAt),
    });
  }
}

/** Discards a token that the vendor names. A hosted page's is kept: its result is known only by the token. */
export const spendNamedToken = ({ db, vault }: With<'db' | 'vault'>, token: string) =>
  rowsOf(db, 'link_token', {
    token_lookup: vault.lookups(linkTokenKind, token),
    hosted_url: null,
  }).update(spent);

const spent = {
  token: null,
  token_lookup: null,
  hosted_url: null,
  repairs: null,
  expires_at: null,
  generation: sql<number>`generation + 1`,
};

/** Discards the application's token, or only the one of a generation. */
export const spendLinkToken = (db: Db, id: ApplicationId, generation?: number) =>
  rowsOf(db, 'link_token', {
    application_id: id,
    token: { '<>': null },
    ...(generation !== undefined && { generation }),
  }).update(spent);

async function spendOnce(db: Db, id: ApplicationId, used: string): Promise<void> {
  const digest = hash('sha256', used, 'base64url');
  await db
    .updateTable('link_token')
    .set({
      ...spent,
      spent_by: sql<
        string[]
      >`(array_append(spent_by, ${digest}))[greatest(1, cardinality(spent_by) + 2 - ${mostRemembered}):]`,
    })
    .where('application_id', '=', id)
    .where(sql<boolean>`not (${digest} = any(spent_by))`)
    .execute();
}

async function requestToken(
  services: With<'config' | 'db' | 'vault' | 'limiter' | 'vendorCalls' | 'lender' | 'vendors'>,
  { id, path }: Application,
  generation: number,
  { repairs, isHosted }: Pick<Wanted, 'isHosted'> & { readonly repairs: LinkedBank | undefined },
): Promise<LinkToken> {
  const { config, lender, vendorCalls, limiter, vendors } = services;
  const returnUrl = `${config.publicUrl}${pathOf(bankReturnScreens[repairs ? 'repair' : path])}`;
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
          returnUrl,
          ...(isHosted ? { hostedReturnUrl: `${returnUrl}?${bankState}=${hostedState}` } : {}),
          webhookUrl: `${config.publicUrl}${vendors.bankData.webhook.path}`,
          ...(accessToken === undefined ? {} : { accessToken }),
        },
        signal,
      );
    },
  });
}
