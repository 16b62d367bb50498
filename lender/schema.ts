// The shapes of the lender's files, as zod schemas that turn what people write (dollars, percent, cells) into what the
// product counts with (cents, decimal strings, read cells).
import { z } from 'zod';
import { type Cell, FACTS, type FactName, readCell } from './cells.ts';

// ── Small shapes ────────────────────────────────────────────────────────────────────────────────────────────────────

/** Dollars and cents as written, "2501.00", to integer cents. */
export const money = z
  .string()
  .regex(/^\d{1,9}\.\d{2}$/, 'must be dollars and cents like "2501.00"')
  .transform((text) => Number(text.replace('.', '')));

/** A rate in percent as written, "31.22". It stays text, for a decimal to be made of. */
export const rate = z
  .string()
  .regex(/^\d{1,2}\.\d{2}$/, 'must be a rate in percent with two decimals like "31.22"');

const days = z.int().positive().max(365, 'must be 365 at most');

const sentence = z.string().trim().min(1, 'must not be empty');

const isoDate = z
  .string()
  .refine(
    (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)),
    'must be a date like "2026-01-31"',
  )
  .refine(
    (text) =>
      Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ||
      new Date(`${text}T00:00:00Z`).toISOString().startsWith(text),
    'must be a date that the calendar has',
  );

const effective = {
  /** The first day on which it holds. */
  from: isoDate,
  /** The last day on which it holds; left out while no end is known. */
  until: isoDate.optional(),
};

const endsAfterItBegins = (value: { from: string; until?: string | undefined }) =>
  value.until === undefined || value.until >= value.from;
const ENDS = { message: 'must not be before from', path: ['until'] };

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like "06:30"');
const phone = z
  .string()
  .regex(/^\+1\d{10}$/, 'must be +1 and ten digits, without spaces, like "+18015550100"');
const zipCode = z.string().regex(/^\d{5}$/, 'must be five digits');
const stateCode = z.string().regex(/^[A-Z]{2}$/, 'must be the two letters of a state');
const id = z.string().regex(/^[a-z0-9]+([_-][a-z0-9]+)*$/, 'must be lower-case letters, digits and hyphens');
const url = z.url({ protocol: /^https?$/, error: 'must be an address that begins with https://' });
const timeZone = z.string().refine((zone) => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}, 'must be a time zone like "America/New_York"');
const picture = z
  .string()
  .regex(/^[\w/-]+\.svg$/, 'must be the path of an SVG file under lender/public, like "logo.svg"');

// ── Public: what the browser may have ───────────────────────────────────────────────────────────────────────────────

const postalAddress = z.strictObject({
  streetAddress: sentence,
  city: sentence,
  state: stateCode,
  zipCode,
});

export const brandSchema = z.strictObject({
  name: sentence,
  legalName: sentence,
  tagline: sentence,
  logo: picture,
  companySite: url,
  investorsSite: url,
  customerPortal: url,
  address: postalAddress,
  phones: z.strictObject({ customerService: phone, privacy: phone, documents: phone }),
  emails: z.strictObject({ customerService: z.email(), privacy: z.email() }),
  hours: z.strictObject({
    weekdays: z.tuple([clockTime, clockTime]),
    saturday: z.tuple([clockTime, clockTime]).nullable(),
    timeZone,
  }),
  licence: sentence,
  branchCount: z.int().positive(),
  copyrightYear: z.int(),
  articles: z
    .array(z.strictObject({ title: sentence, description: sentence, image: picture, link: url }))
    .length(2),
});
export type Brand = z.output<typeof brandSchema>;

export const statesSchema = z
  .array(
    z.strictObject({
      code: stateCode,
      name: sentence,
      minimumAge: z.int().min(18, 'must be 18 at least').max(21),
      licenceNote: sentence,
    }),
  )
  .min(1);
export type ServedState = z.output<typeof statesSchema>[number];

export const applicationSchema = z.strictObject({
  /** Outside these the form asks "are you sure?"; nobody is refused by them. */
  annualIncomeToConfirm: z
    .strictObject({
      belowDollars: z.int().nonnegative(),
      aboveDollars: z.int().positive(),
    })
    .refine((it) => it.belowDollars < it.aboveDollars, {
      message: 'must be below aboveDollars',
      path: ['belowDollars'],
    }),
});
export type ApplicationSettings = z.output<typeof applicationSchema>;

export const TEXT_IDS = [
  'terms-of-use',
  'privacy-policy',
  'esign-consent',
  'credit-profile-authorization',
  'phone-consent',
  'text-consent',
  'email-consent',
  'california-notice',
  'cookie-policy',
  'licences-and-disclosures',
] as const;
export type TextId = (typeof TEXT_IDS)[number];

const textBlock = z.union(
  [
    z.strictObject({ heading: sentence }),
    z.strictObject({ paragraph: sentence }),
    z.strictObject({ list: z.array(sentence).min(1) }),
  ],
  { error: 'must be {"heading": …}, {"paragraph": …} or {"list": […]}' },
);
export const legalTextSchema = z.strictObject({
  id: z.enum(TEXT_IDS),
  version: z.int().positive(),
  effective: isoDate,
  title: sentence,
  body: z.array(textBlock).min(1),
});
export type TextBlock = z.output<typeof textBlock>;
export type LegalText = z.output<typeof legalTextSchema>;

// ── Branches, trade area, maintenance, partners ─────────────────────────────────────────────────────────────────────

export const branchesSchema = z
  .array(
    z.strictObject({
      id,
      name: sentence,
      streetAddress: sentence,
      city: sentence,
      state: stateCode,
      zipCode,
      phone,
      /** Monday to Friday; Saturday is by appointment, Sunday closed. */
      openHours: z
        .tuple([clockTime, clockTime])
        .refine(([open, close]) => open < close, 'must open before it closes'),
      manager: z.strictObject({ fullName: sentence, title: sentence }),
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
    }),
  )
  .min(1);
export type Branch = z.output<typeof branchesSchema>[number];

export const tradeAreaSchema = z.strictObject({ radiusMiles: z.number().positive().max(500) });
export type TradeArea = z.output<typeof tradeAreaSchema>;

export const maintenanceSchema = z.strictObject({
  timeZone,
  /** The window runs over midnight where `from` is later than `until`. */
  from: clockTime,
  until: clockTime,
});
export type Maintenance = z.output<typeof maintenanceSchema>;

export const partnersSchema = z.array(
  z.strictObject({
    id,
    name: sentence,
    logo: picture,
    /** The sub ids under which this partner sends people. */
    subIds: z.array(z.string().regex(/^[\w-]+$/, 'must be letters, digits, _ and -')).min(1),
    /** Where people whom we decline are offered to go on; null where the partner takes none. */
    declinedLink: url.nullable(),
  }),
);
export type Partner = z.output<typeof partnersSchema>[number];

// ── Funding ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const nineDigits = z.string().regex(/^\d{9}$/, 'must be the nine digits of a routing number');

/** How money leaves: the bank that sends for the lender, and when a day's file is closed. */
export const fundingSchema = z.strictObject({
  /** Loans signed later than this on the lender's clock go into the next banking day's file. */
  cutoff: clockTime,
  /** Banking days from a file's day to the money's arrival. */
  settlesAfterBankingDays: z.int().min(1).max(5),
  destination: z.strictObject({ routingNumber: nineDigits, name: sentence.max(23) }),
  origin: z.strictObject({ id: sentence.length(10), name: sentence.max(23) }),
  companyName: sentence.max(16),
  companyId: sentence.length(10),
  originatingBank: nineDigits,
  entryDescription: sentence.max(10),
});
export type Funding = z.output<typeof fundingSchema>;

// ── Contract ────────────────────────────────────────────────────────────────────────────────────────────────────────

const statesOfRow = z.union([z.literal('any'), z.array(stateCode).min(1)], {
  error: 'must be "any" or a list of states like ["UT"]',
});

/** What every rule of the contract says of itself: where and when it holds. A row that names a state goes before "any". */
const ruled = { states: statesOfRow, ...effective };
const rules = <Row extends z.ZodType<{ from: string; until?: string | undefined }>>(row: Row) =>
  z.array(row.refine(endsAfterItBegins, ENDS)).min(1);

/** Whether the lender shares for a reason, and if so whether the applicant can limit it. */
const sharing = z.discriminatedUnion('shares', [
  z.strictObject({ shares: z.literal(false) }),
  z.strictObject({ shares: z.literal(true), canLimit: z.boolean() }),
]);
/** Federal law lets people limit these wherever they are done. */
const limitable = sharing.refine((it) => !it.shares || it.canLimit, {
  message: 'must be true: federal law lets people limit this sharing',
  path: ['canLimit'],
});

/** What a loan's documents say beyond its figures. */
export const contractSchema = z.strictObject({
  /** A share of the unpaid part of a payment that is so many days late, at most an amount where one is named. */
  lateCharges: rules(
    z.strictObject({
      ...ruled,
      afterDays: z.int().min(1).max(60),
      percentOfPayment: rate,
      most: money.optional(),
      source: sentence,
    }),
  ),
  returnedPayments: rules(z.strictObject({ ...ruled, fee: money, source: sentence })),
  prepayments: rules(z.strictObject({ ...ruled, penalty: z.boolean(), sentence })),
  /** A payment so many days late is a default; the whole is not asked for before a notice of so many days. */
  defaults: rules(
    z.strictObject({ ...ruled, afterDays: z.int().min(10).max(180), noticeDays: z.int().min(1).max(90) }),
  ),
  /** {state} is the name of the borrower's state. */
  governingLaws: rules(z.strictObject({ ...ruled, sentence })),
  signingNotices: rules(z.strictObject({ ...ruled, sentences: z.array(sentence).min(1) })),
  securities: rules(z.strictObject({ ...ruled, filingFees: sentence, insurance: sentence })),
  /** The answers that the federal model form of the privacy notice asks for. {name} is the lender's name. */
  privacyNotice: z.strictObject({
    revised: isoDate,
    collects: z.array(sentence).length(5, 'must name five kinds beside the Social Security number'),
    collectsWhen: z.array(sentence).length(5, 'must name five occasions'),
    sharing: z.strictObject({
      everydayBusiness: sharing,
      ownMarketing: sharing,
      jointMarketing: sharing,
      affiliatesEverydayTransactions: sharing,
      affiliatesEverydayCreditworthiness: limitable,
      affiliatesMarketing: limitable,
      nonaffiliatesMarketing: limitable,
    }),
    protection: sentence,
    affiliates: sentence,
    nonaffiliates: sentence,
    jointMarketing: sentence,
    other: sentence.nullable(),
  }),
});
export type Contract = z.output<typeof contractSchema>;

// ── Policy ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export const policySchema = z.strictObject({
  version: z.string().regex(/^\d{4}\.\d+$/, 'must be like "2026.1"'),
});

export const PROGRAM_NAMES = ['small', 'large', 'big_auto'] as const;
export type ProgramName = (typeof PROGRAM_NAMES)[number];

const programSchema = z
  .strictObject({
    about: sentence,
    min: money,
    max: money,
    /** Amounts are offered at the minimum, at every multiple of the step, and at the maximum. */
    step: money.refine((cents) => cents > 0, 'must be above 0.00'),
    terms: z
      .strictObject({
        shortest: z.int().positive(),
        longest: z.int().positive(),
        every: z.int().positive(),
      })
      .refine((it) => it.shortest <= it.longest, {
        message: 'must not be above longest',
        path: ['shortest'],
      }),
    floor: rate,
    ceiling: rate,
    isAutoSecured: z.boolean(),
  })
  .transform(({ min, max, step, ...rest }, ctx) => {
    const dollars = (cents: number) => (cents / 100).toFixed(2);
    if (min >= max) {
      ctx.addIssue({
        code: 'custom',
        path: ['min'],
        message: `must be below {parent}.max (${dollars(min)} > ${dollars(max)})`,
      });
    }
    if (Number(rest.floor) > Number(rest.ceiling)) {
      ctx.addIssue({
        code: 'custom',
        path: ['floor'],
        message: `must not be above {parent}.ceiling (${rest.floor} > ${rest.ceiling})`,
      });
    }
    return { ...rest, minCents: min, maxCents: max, stepCents: step };
  });

export const programsSchema = z
  .strictObject({ small: programSchema, large: programSchema, big_auto: programSchema })
  .transform((all) => PROGRAM_NAMES.map((name) => ({ name, ...all[name] })));
export type Program = z.output<typeof programsSchema>[number];

/** Form C-1's reasons for an adverse action, by our codes. The wording is in policy/adverse-action.json. */
export const C1_REASONS = [
  'application-incomplete',
  'insufficient-references',
  'references-not-verified',
  'irregular-employment',
  'employment-not-verified',
  'length-of-employment',
  'income-insufficient',
  'excessive-obligations',
  'income-not-verified',
  'length-of-residence',
  'temporary-residence',
  'residence-not-verified',
  'no-credit-file',
  'limited-experience',
  'poor-performance-with-us',
  'delinquent-with-others',
  'collection-or-judgment',
  'garnishment',
  'foreclosure-or-repossession',
  'bankruptcy',
  'recent-inquiries',
  'collateral-insufficient',
  'balances-too-high',
] as const;
/** Those that stand behind the form's "Other, specify". */
export const OTHER_REASONS = ['balances-too-high'] as const satisfies readonly (typeof C1_REASONS)[number][];
export type C1Reason = (typeof C1_REASONS)[number];

/** In a table, "score-factors" stands for the reasons that the bureau's own score factors name, never for "the score". */
const tableReason = z.enum([...C1_REASONS, 'score-factors'], {
  error: (issue) => `must be a reason of form C-1 as named in adverse-action.json, not "${issue.input}"`,
});
export type TableReason = z.output<typeof tableReason>;

export interface Condition {
  readonly fact: FactName;
  readonly text: string;
  readonly cell: Cell;
}

const conditions = z.record(z.string(), z.string()).transform((when, ctx): readonly Condition[] =>
  Object.entries(when).flatMap(([name, text]) => {
    if (!Object.hasOwn(FACTS, name)) {
      ctx.addIssue({
        code: 'custom',
        path: [name],
        message: `is nothing that a table can ask about; use one of ${Object.keys(FACTS).join(', ')}`,
      });
      return [];
    }
    const fact = name as FactName;
    const read = readCell(fact, text);
    if ('mistake' in read) {
      ctx.addIssue({ code: 'custom', path: [name], message: read.mistake });
      return [];
    }
    return [{ fact, text, cell: read.cell }];
  }),
);

const rowId = z.string().regex(/^[A-Z]+(-[A-Z0-9]+)+$/, 'must be capital letters and digits like "E-10"');

/** A decision table: columns with a sentence each, rows with an id, dates and what follows when every cell holds. */
function table<Gives extends z.ZodType>(gives: Gives) {
  const row = z
    .strictObject({ id: rowId, about: sentence, when: conditions, gives, ...effective })
    .refine(endsAfterItBegins, ENDS);
  return z
    .strictObject({ about: sentence, columns: z.record(z.string(), sentence), rows: z.array(row).min(1) })
    .superRefine((it, ctx) => {
      const seen = new Set<string>();
      it.rows.forEach((one, index) => {
        if (seen.has(one.id)) {
          ctx.addIssue({
            code: 'custom',
            path: ['rows', index, 'id'],
            message: `is taken: another row is "${one.id}"`,
          });
        }
        seen.add(one.id);
        for (const { fact } of one.when) {
          if (!Object.hasOwn(it.columns, fact)) {
            ctx.addIssue({
              code: 'custom',
              path: ['rows', index, 'when', fact],
              message: 'is not a column of this table; add it under columns with a sentence',
            });
          }
        }
      });
      for (const name of Object.keys(it.columns)) {
        if (!Object.hasOwn(FACTS, name)) {
          ctx.addIssue({
            code: 'custom',
            path: ['columns', name],
            message: `is nothing that a table can ask about; use one of ${Object.keys(FACTS).join(', ')}`,
          });
        }
      }
    });
}

const decline = { outcome: z.literal('DECLINED'), reason: tableReason };

export const eligibilitySchema = table(
  z.discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.literal('REJECTED') }),
    z.strictObject({ outcome: z.literal('STEP_UP') }),
    z.strictObject(decline),
  ]),
);
export const approvalSchema = table(
  z.discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.literal('REJECTED') }),
    z.strictObject({ outcome: z.literal('REFER') }),
    z.strictObject(decline),
  ]),
);
/** A row either refuses the program with a reason or narrows what it may lend. */
export const programEligibilitySchema = table(
  z.union(
    [
      z.strictObject({ refuse: tableReason }),
      z.strictObject({ most: money, reason: tableReason }),
      z.strictObject({ least: money, reason: tableReason }),
      z.strictObject({ mostPercentOfVehicle: z.int().positive().max(200), reason: tableReason }),
    ],
    {
      error:
        'must be {"refuse": reason}, {"most": amount, "reason": …}, {"least": amount, "reason": …} or {"mostPercentOfVehicle": percent, "reason": …}',
    },
  ),
);
export const fastPathSchema = table(z.strictObject({ fastPath: z.literal('open') }));

/** Pricing is a rate sheet: a row for a program and a band of scores, a rate for each band of terms, named "24-36". */
const ratesByTerm = z
  .record(z.string().regex(/^\d{2}-\d{2}$/, 'must be a band of months like "24-36"'), rate)
  .transform((rates) =>
    Object.entries(rates).map(([band, percent]) => {
      const [shortest, longest] = band.split('-').map(Number) as [number, number];
      return { shortest, longest, ratePercent: percent };
    }),
  );
export const pricingSchema = table(ratesByTerm);

export type EligibilityTable = z.output<typeof eligibilitySchema>;
export type ApprovalTable = z.output<typeof approvalSchema>;
export type ProgramEligibilityTable = z.output<typeof programEligibilitySchema>;
export type PricingTable = z.output<typeof pricingSchema>;
export type FastPathTable = z.output<typeof fastPathSchema>;

export const referenceSchema = z.strictObject({
  /** The rate that some caps are counted from, oldest first; each holds from its day until the next one's. */
  federalFunds: z.array(z.strictObject({ percent: rate, from: isoDate, source: sentence })).min(1),
});
export type ReferenceRates = z.output<typeof referenceSchema>;

/** Days that offers and open requests last, oldest first; each row holds from its day until the next one's. */
export const timeLimitsSchema = z.strictObject({
  limits: z
    .array(
      z.strictObject({
        /** Prequalified offers hold this long. */
        offersHoldDays: days,
        /** A request that asks for a person's look stays open this long. */
        stepUpOpenDays: days,
        /** An offer is void where a loan was made to the applicant in so many days before. */
        loanFreeDays: days,
        from: isoDate,
      }),
    )
    .min(1),
});
export type TimeLimits = z.output<typeof timeLimitsSchema>['limits'][number];

export const mlaSchema = z.strictObject({
  capPercent: rate.refine((percent) => Number(percent) <= 36, 'must be 36.00 at most'),
  checkValidDays: z.int().positive().max(30, 'must be 30 at most'),
  source: sentence,
});
export type MlaRules = z.output<typeof mlaSchema>;

const percent = z.int().min(0).max(100);
export const verificationSchema = z.strictObject({
  /** Income from the bank may be this much below what was declared. */
  incomeShortfallPercent: percent,
  /** The shortest stretch of bank history that income is counted from. */
  incomeMonths: z.int().positive().max(24),
  /** How alike names and addresses must be, in percent of equal letters after clean-up. */
  nameMatchPercent: percent,
  addressMatchPercent: percent,
  /** Whether another street in the same ZIP code still counts as the same residence. */
  sameZipIsEnough: z.boolean(),
});
export type VerificationRules = z.output<typeof verificationSchema>;

const party = z.strictObject({
  name: sentence,
  address: sentence,
});
export const adverseActionSchema = z.strictObject({
  reasons: z.strictObject(
    Object.fromEntries(C1_REASONS.map((code) => [code, sentence])) as Record<C1Reason, typeof sentence>,
  ),
  federalAgency: party,
  bureau: party.extend({
    phone: z.string().regex(/^\d-\d{3}-\d{3}-\d{4}$/, 'must be like "1-888-397-3742"'),
    site: url,
    scoreName: sentence,
    scoreLowest: z.int(),
    scoreHighest: z.int(),
  }),
  /** The factors of the score model that the bureau is asked for, by code: its words, whether it is about inquiries, and the C-1 reason it amounts to. */
  scoreFactors: z.record(
    z.string().regex(/^\d{2}$/, 'must be the two digits of a score factor'),
    z.strictObject({ text: sentence, isInquiries: z.boolean().default(false), reason: z.enum(C1_REASONS) }),
  ),
  /** What "score-factors" becomes where the bureau named no factor that we know. */
  reasonWithoutFactors: z.enum(C1_REASONS),
  /** The reason where no branch serves the applicant's address, which form C-1 leaves to the lender's own words. */
  outsideTradeArea: sentence,
  mostReasons: z.int().min(1).max(4, 'must be 4 at most'),
});
export type AdverseActionWording = z.output<typeof adverseActionSchema>;

const centsAmount = z.int('must be whole cents').nonnegative('must be zero or more');
const capPercent = z.string().regex(/^\d{1,3}(\.\d+)?$/, 'must be a rate in percent in quotes like "36"');

/** Both ends are included; an end left out is open. */
const ends = z
  .strictObject({ min: centsAmount.exactOptional(), max: centsAmount.exactOptional() })
  .refine((it) => it.min === undefined || it.max === undefined || it.min <= it.max, {
    message: 'must not be above {parent}.max',
    path: ['min'],
  });

const flatLimit = z.strictObject({
  kind: z.literal('flat'),
  percent: capPercent,
  plusFederalFunds: z.boolean().exactOptional(),
});
const tieredLimit = z.strictObject({
  kind: z.literal('tiers'),
  tiers: z
    .array(z.strictObject({ upToCents: centsAmount.exactOptional(), percent: capPercent }))
    .min(1)
    .superRefine((tiers, ctx) => {
      tiers.forEach((one, index) => {
        const issue = (message: string) =>
          ctx.addIssue({ code: 'custom', path: [index, 'upToCents'], message });
        const isLast = index === tiers.length - 1;
        const before = tiers[index - 1]?.upToCents;
        if (isLast && one.upToCents !== undefined) issue('must be left out of the last tier');
        else if (!isLast && one.upToCents === undefined) issue('is missing: only the last tier has no end');
        else if (before !== undefined && one.upToCents !== undefined && one.upToCents <= before) {
          issue(`must be above the tier before it (${one.upToCents} is not above ${before})`);
        }
      });
    }),
  plusFederalFunds: z.boolean().exactOptional(),
});

/** The caps by state, in the form that the lending arithmetic works with: amounts in cents, an amount without a row is not lent. */
export const stateCapsSchema = z.strictObject({
  caps: z.array(
    z.strictObject({
      state: stateCode,
      amountCents: ends.exactOptional(),
      months: ends.exactOptional(),
      basis: z.enum(['rate', 'all_in']),
      limit: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('none') }),
        flatLimit,
        tieredLimit,
        z.strictObject({
          kind: z.literal('greatest'),
          of: z.array(z.discriminatedUnion('kind', [flatLimit, tieredLimit])).min(1),
        }),
      ]),
      effective: z
        .strictObject({ from: isoDate, to: isoDate.exactOptional() })
        .refine((it) => it.to === undefined || it.to >= it.from, {
          message: 'must not be before {parent}.from',
          path: ['to'],
        }),
      source: sentence,
    }),
  ),
});
export type StateCaps = z.output<typeof stateCapsSchema>;
