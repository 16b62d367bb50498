// brand, states, application, banks, text-messages, servicing and maintenance.json under lender/public. Browsers load these files.
import { z } from 'zod';
import {
  clockTime,
  nineDigits,
  phone,
  picture,
  sentence,
  stateCode,
  timeZone,
  tollFreePhone,
  url,
  zipCode,
} from './fields.ts';

export const brandSchema = z
  .strictObject({
    name: sentence,
    legalName: sentence,
    tagline: sentence,
    companySite: url,
    investorsSite: url,
    customerPortal: url,
    /** Where people chat with the lender. Without one, the pages name the phone, and none mentions a chat. */
    chat: url.exactOptional(),
    address: z.strictObject({ streetAddress: sentence, city: sentence, state: stateCode, zipCode }),
    phones: z.strictObject({
      customerService: phone,
      privacy: phone,
      documents: phone,
      /** Where covered borrowers hear the disclosures read, as 32 CFR 232.6(d)(2)(ii)(B) requires. */
      militaryLending: tollFreePhone,
    }),
    emails: z.strictObject({
      customerService: z.email(),
      privacy: z.email(),
      /** Where weaknesses are reported (`security.txt`); customer service where it is left out. */
      security: z.email().optional(),
    }),
    hours: z.strictObject({
      weekdays: z.tuple([clockTime, clockTime]),
      saturday: z.tuple([clockTime, clockTime]).nullable(),
      timeZone,
    }),
    /** The company's number in the Nationwide Multistate Licensing System, with which NMLS Consumer Access finds it. */
    nmlsId: z.string().regex(/^\d{1,10}$/, 'must be the number alone, such as "1234567"'),
    license: sentence,
    branchCount: z.int().positive(),
    copyrightYear: z.int(),
    articles: z
      .array(z.strictObject({ title: sentence, description: sentence, image: picture, link: url }))
      .length(2),
  })
  .refine(({ license, nmlsId }) => license.includes(`NMLS ID ${nmlsId}`), {
    path: ['license'],
    message: 'must name the nmlsId, as "NMLS ID" and the number',
  });
export type Brand = z.output<typeof brandSchema>;

export const statesSchema = z
  .array(
    z.strictObject({
      code: stateCode,
      name: sentence,
      minimumAge: z.int().min(18, 'must be at least 18').max(21),
      licenseNote: sentence,
    }),
  )
  .min(1)
  .check(({ value: states, issues }) => {
    // Screens list them in this order.
    const at = states.findIndex(({ name }, index) => name < (states[index - 1]?.name ?? ''));
    if (at < 0) return;
    const message = `must come before ${states[at - 1]?.name}, because states are listed by name`;
    issues.push({ code: 'custom', input: states, path: [at, 'name'], message });
  });

export const applicationSchema = z.strictObject({
  /** Outside this range the form shows "are you sure?". It never refuses anyone because of it. */
  annualIncomeToConfirm: z
    .strictObject({ belowDollars: z.int().nonnegative(), aboveDollars: z.int().positive() })
    .refine((it) => it.belowDollars < it.aboveDollars, {
      message: 'must be below aboveDollars',
      path: ['belowDollars'],
    }),
});

/** Banks whose name the form shows as soon as their routing number is typed. Others are typed by the applicant. */
export const banksSchema = z.array(z.strictObject({ routingNumber: nineDigits, name: sentence.max(255) }));

export const textMessagesSchema = z.strictObject({
  /** Beside the box. Phone companies require all of this where people agree to texts. */
  consent: sentence.refine(
    (text) =>
      ['{name}', '{most}', 'text messages', 'rates', 'STOP', 'HELP', 'Terms of Use', 'Privacy Policy'].every(
        (part) => text.includes(part),
      ),
    'must name {name}, {most}, text messages, rates, STOP, HELP, Terms of Use and Privacy Policy',
  ),
  /** Besides codes. Further ones are not sent. */
  mostPerApplication: z.int().positive(),
});

export const servicingSchema = z.strictObject({
  /** What a borrower can do if a payment becomes hard, in two or three sentences. Pages show it before signing, too. */
  hardship: sentence,
});

/** The days of the week, as `maintenance.json` names them. */
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

export const maintenanceSchema = z.strictObject({
  timeZone,
  /** The window spans midnight if `from` is later than `until`. */
  from: clockTime,
  until: clockTime,
  /** The days on which the window begins; every day if absent. */
  days: z.array(z.enum(weekdays)).min(1, 'must name a day, or be left out for every day').optional(),
});
export type Maintenance = z.output<typeof maintenanceSchema>;

/** The fields of a brand that no lender can have: a license number of zeros, and names in reserved domains (RFC 2606). */
export const madeUpFields = (brand: Brand): readonly string[] =>
  Object.entries(brand)
    .filter(([name, value]) =>
      name === 'nmlsId'
        ? /^0*$/.test(String(value))
        : /[@./]example(?:\.(?:com|net|org))?\b(?!\.\w)|\.(?:test|invalid)\b(?!\.\w)/.test(
            JSON.stringify(value),
          ),
    )
    .map(([name]) => name);
