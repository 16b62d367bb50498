// The request for a link token: its fields, and what each may be.
import * as z from 'zod';

const countries = 'US GB ES NL FR IE CA DE IT PL DK NO SE EE LT LV PT BE AT FI'.split(' ');
const languages = 'da nl en et fr de hi it lv lt no pl pt ro es sv vi'.split(' ');
const products =
  'assets auth employment identity income_verification investments liabilities recurring_transactions signal statements transactions transfer'.split(
    ' ',
  );

/** A rule with an error code of its own, instead of INVALID_FIELD. */
const withCode = (error_code: string, message: string) => ({ message, params: { error_code } });

const productList = z
  .array(
    z
      .string()
      .refine(
        (name) => products.includes(name),
        withCode('INVALID_PRODUCT', 'client is not authorized to access the product'),
      ),
  )
  .default([]);

const httpUrl = z.url({ protocol: /^https?$/ });
const optionalText = z.string().optional();

const webhook = z
  .string()
  .refine((url) => httpUrl.safeParse(url).success, withCode('INVALID_WEBHOOK', 'must be a valid URL'));

const redirectUri = httpUrl
  .refine((uri) => !/[?#]/.test(uri), 'must be a URI without query parameters or fragment')
  .refine(
    (uri) => uri.startsWith('https:') || /^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(uri),
    'must use HTTPS except for localhost',
  );

/** An app's own scheme or a page; a page's address may have a query. */
const hostedLink = z.strictObject({
  completion_redirect_uri: z.url().optional(),
  url_lifetime_seconds: z
    .int()
    .positive()
    .max(21 * 86_400, 'cannot be longer than 21 days')
    .optional(),
  is_mobile_app: z.boolean().optional(),
  delivery_method: z.enum(['sms', 'email']).optional(),
});

const filter = (...subtypes: string[]) =>
  z
    .custom<{ account_subtypes: string[] }>(
      (value) =>
        z.object({ account_subtypes: z.array(z.enum([...subtypes, 'all'])).min(1) }).safeParse(value).success,
      withCode('INVALID_ACCOUNT_FILTERS', 'account_subtypes must be a non-empty list of subtypes'),
    )
    .optional();
const accountFilters = z.strictObject({
  depository: filter(
    ...['cash management', 'cd', 'checking', 'ebt', 'gic'],
    ...['hsa', 'money market', 'paypal', 'prepaid', 'savings'],
  ),
  credit: filter('credit card', 'paypal'),
  loan: filter(),
  investment: filter(),
  other: filter(),
});
export type AccountFilters = z.output<typeof accountFilters>;

/** Fields that Plaid accepts and that make no difference here. */
const ignored = Object.fromEntries(
  'android_package_name appearance_mode auth enable_multi_item_link identity institution_data link_customization_name transactions update'
    .split(' ')
    .map((name) => [name, z.unknown().optional()]),
);

const linkUser = z.object({
  client_user_id: z.string().trim().min(1),
  legal_name: optionalText,
  phone_number: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'must be in E.164 format')
    .optional(),
  email_address: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, 'is not an email address')
    .optional(),
  address: z
    .object({
      street: z.string(),
      street2: optionalText,
      city: z.string(),
      region: z.string(),
      postal_code: z.string(),
      country: z.string().regex(/^[A-Z]{2}$/, 'must be an ISO-3166-1 alpha-2 country code'),
    })
    .optional(),
});
export type LinkUser = z.output<typeof linkUser>;

export const linkTokenRequest = {
  ...ignored,
  client_name: z.string().trim().min(1).max(30),
  language: z.string().refine((code) => languages.includes(code.split('-')[0] ?? ''), 'is not supported'),
  country_codes: z.array(z.enum(countries)).min(1),
  user: linkUser,
  products: productList,
  required_if_supported_products: productList,
  optional_products: productList,
  additional_consented_products: productList,
  webhook: webhook.optional(),
  access_token: optionalText,
  redirect_uri: redirectUri.optional(),
  hosted_link: hostedLink.optional(),
  institution_id: optionalText,
  account_filters: accountFilters.optional(),
};
