// The landing page's variants and marketing parameters: names only, so that it loads no schema.
export const experiences = ['sp', 'ppc'] as const;
/** The landing page's variant, as written into its address. */
export type Experience = (typeof experiences)[number];

/** Marketing parameters taken from the landing page's address, camel-cased as they are stored. */
export const marketingParameters = {
  utm_source: 'utmSource',
  utm_medium: 'utmMedium',
  utm_campaign: 'utmCampaign',
  utm_adgroup: 'utmAdgroup',
  utm_keyword: 'utmKeyword',
  utm_term: 'utmTerm',
  utm_content: 'utmContent',
  clickid: 'clickid',
  irmpname: 'irmpname',
  sub_id: 'subId',
} as const;
export type Marketing = {
  readonly [K in (typeof marketingParameters)[keyof typeof marketingParameters]]?: string;
};
