// Linking a bank account through the bank-link provider.
import * as z from 'zod/mini';
import { application, get, post, remove } from './endpoint.ts';
import { href, link, nothing } from './shapes.ts';

const institution = z.object({
  institutionId: z.string(),
  name: z.optional(z.string()),
  /** PNG, base64. */
  logo: z.optional(z.string()),
});

export const getInstitutions = get('/api/v1/plaid/institutions/', { response: z.array(institution) });
export const getInstitution = get('/api/v1/plaid/institutions/:institutionId/', {
  response: z.object({ id: z.string(), name: z.string(), logo: z.optional(z.string()) }),
});

/** What the widget returns. */
const handed = z.strictObject({
  publicToken: z.string().check(z.maxLength(200)),
  institutionId: z.string().check(z.maxLength(64)),
  institutionName: z.string().check(z.maxLength(255)),
});
export type HandedLink = z.output<typeof handed>;

/** Returns the same token until it is used, replaced or expired, so that a page that reloads on the return from a bank continues. */
export const getLinkToken = get(`${application}/link-token`, {
  query: z.object({
    used: z.optional(z.string().check(z.maxLength(200))),
    /** Requests a token for a new login at the linked bank instead of a new link. */
    repair: z.optional(z.literal('true')),
  }),
  response: z.object({
    linkToken: z.string(),
    exchangeHref: href,
    /** The vendor's own page, to open instead of the widget, which does not work inside another app. */
    hostedUrl: z.optional(z.string()),
    /** The bank that was linked on that page. */
    handed: z.optional(handed),
  }),
});

const linked = z.object({ href: z.optional(href), accountsHref: z.optional(href) });

export const exchangePublicToken = post(`${application}/linked-bank`, { body: handed, response: linked });
/** Called after a new login at the linked bank. Nothing is exchanged: the vendor reports whether the login helped. */
export const repairLinkedBank = post(`${application}/linked-bank/repair`, { body: handed, response: linked });

/** `login`: a new login at the bank fixes it. `ending`: a new login will be needed soon. `ended`: only a new link helps. */
export const bankProblem = z.enum(['login', 'ending', 'ended']);
export type BankProblem = z.output<typeof bankProblem>;

const linkedBank = z.object({
  institution: institution,
  mask: z.optional(z.string()),
  /** The accounts that the applicant shares; absent while the bank does not respond. */
  accounts: z.optional(z.array(z.object({ name: z.string(), mask: z.string() }))),
  problem: z.optional(bankProblem),
  /** Returns the link token for a new login. */
  repair: z.optional(link),
  replace: z.optional(link),
  remove: z.optional(link),
  /** The application is verified by this bank and not approved yet, so removing it leads back to connecting one. */
  isNeeded: z.boolean(),
});
export const getLinkedBank = get(`${application}/linked-bank`, { response: linkedBank });
export const removeLinkedBank = remove(`${application}/linked-bank`, { response: nothing });
