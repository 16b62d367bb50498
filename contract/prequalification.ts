// The application form, the request that submits it, and the prequalification record.
import * as z from 'zod/mini';
import { application, get, post } from './endpoint.ts';
import { refusal } from './errors.ts';
import { type Experience, type Marketing, marketingParameters } from './experiences.ts';
import * as fields from './fields.ts';
import { cents, href, instant, link, months, nothing, percent, sessionEndsIn } from './shapes.ts';

/** The form's values as typed. `today` is the applicant's calendar day as an ISO date. */
export function prequalificationForm(today: () => string) {
  return z.object({
    firstName: fields.firstName,
    lastName: fields.lastName,
    email: fields.email,
    phone: fields.phone,
    dob: fields.dateOfBirth(today),
    ...fields.homeAddress,
    residentialStatus: fields.residentialStatus,
    monthlyPayment: fields.monthlyPayment,
    mainIncome: fields.mainIncome,
    additionalIncome: fields.additionalIncome,
    ssn: fields.ssn,
    agreeWithTermsOfUse: fields.agreement,
    acceptTexts: z.optional(z.boolean()),
    stateConfirmed: z.optional(z.boolean()),
  });
}
export type PrequalificationForm = z.input<ReturnType<typeof prequalificationForm>>;

const wholeDollars = (max: number) => z.int().check(z.minimum(0), z.maximum(max));

/** The fields that the form and a partner's lead share. */
export function declared(today: () => string) {
  const text = z.optional(z.string().check(z.maxLength(2000)));
  return {
    person: {
      firstName: fields.firstName,
      lastName: fields.lastName,
      email: fields.email,
      dob: fields.dateOfBirth(today),
      ssn: fields.ssn,
    },
    place: {
      ...fields.homeAddress,
      /** The home is in `state`, although the ZIP code is in another one. */
      stateConfirmed: z.optional(z.boolean()),
      monthlyPayment: z.optional(z.nullable(wholeDollars(fields.limits.monthlyPayment))),
    },
    income: z.strictObject({
      mainIncome: wholeDollars(fields.limits.income),
      additionalIncome: z.optional(z.nullable(wholeDollars(fields.limits.income))),
    }),
    marketing: Object.fromEntries(Object.values(marketingParameters).map((name) => [name, text])) as Readonly<
      Record<keyof Marketing, typeof text>
    >,
    /** What the applicant requested, in whole dollars. */
    loanAmount: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
    additional: z.optional(z.strictObject({ sub_id: text })),
  };
}

/** `today` is an ISO date, so that the server refuses a birth date in the future by its own calendar. */
export function prequalificationRequest(today: () => string) {
  const { person, place, income, loanAmount, marketing, additional } = declared(today);
  return z.strictObject({
    ...person,
    phone: fields.usPhone,
    address: z.strictObject({ ...place, residentialStatus: fields.residentialStatus }),
    income,
    loanAmount,
    tracking: z.strictObject({
      experience: z.enum(['ppc', 'single_page']),
      socureDeviceSessionId: z.optional(z.string().check(z.maxLength(200))),
      ...marketing,
    }),
    recaptcha: z.optional(z.string().check(z.maxLength(4000))),
    acceptLegal: fields.agreement,
    /** Texts about the application. Never required. */
    acceptTexts: z.optional(z.boolean()),
    additional_information: additional,
  });
}
export type PrequalificationRequest = z.output<ReturnType<typeof prequalificationRequest>>;

/** The amount as a whole number; null for an empty optional amount. */
function parseWholeNumber(typed: string): number | null {
  const plain = fields.plainNumber(typed);
  return plain === '' ? null : Number(plain);
}

/** The request without third-party signals: the same values make the same request. The loan amount is in whole dollars. */
export function requestOf(
  form: PrequalificationForm,
  experience: Experience,
  marketing: Marketing,
  loanAmount?: number,
): PrequalificationRequest {
  return {
    firstName: form.firstName.trim(),
    lastName: form.lastName.trim(),
    email: form.email.trim(),
    phone: `+1${form.phone.replace(/\D/g, '')}`,
    dob: form.dob,
    ssn: form.ssn,
    address: {
      streetAddress: form.streetAddress.trim(),
      city: form.city.trim(),
      state: form.state,
      zipCode: form.zipCode,
      residentialStatus: form.residentialStatus,
      monthlyPayment: parseWholeNumber(form.monthlyPayment),
      ...(form.stateConfirmed && { stateConfirmed: true }),
    },
    income: {
      mainIncome: parseWholeNumber(form.mainIncome) ?? 0,
      additionalIncome: parseWholeNumber(form.additionalIncome),
    },
    tracking: { experience: experience === 'ppc' ? 'ppc' : 'single_page', ...marketing },
    acceptLegal: form.agreeWithTermsOfUse,
    ...(form.acceptTexts && { acceptTexts: true }),
    loanAmount,
    ...(marketing.subId && { additional_information: { sub_id: marketing.subId } }),
  };
}

const prequalificationResponse = z.object({
  isCaptureOnlyMode: z.boolean(),
  /** The lender's core system is offline; the application is saved, and decided once it is back. */
  isOffline: z.optional(z.boolean()),
  /** The prequalification record. */
  href: z.optional(href),
  errors: z.optional(z.array(refusal)),
  duplicateLead: z.boolean(),
  branch: z.optional(link),
  /** 'PB' is a present borrower, who is sent to log in. */
  borrowerStatus: z.optional(z.enum(['PB', 'NEW'])),
  job: z.optional(link),
  verifyOtp: z.optional(z.object({ success: z.boolean(), verifyOtp: link })),
  requestOtp: z.optional(link),
});
export type PrequalificationResponse = z.output<typeof prequalificationResponse>;

/** Identifies one press of the button, so that a repeated request finds the application of the first one. */
export const submissionKeyHeader = 'idempotency-key';

/** The body's type only: the server parses it itself, with its own calendar (see `prequalificationRequest`). */
export const submitPrequalification = post('/api/v2/prequalifications/', {
  body: z.custom<z.input<ReturnType<typeof prequalificationRequest>>>(),
  response: prequalificationResponse,
});

const prequalificationStatus = z.enum(['PENDING', 'PREQUALIFIED', 'STEP_UP', 'DECLINED', 'REJECTED']);
export type PrequalificationStatus = z.output<typeof prequalificationStatus>;

/** How a bank that was linked during a step-up compared: it has another name or address, or could not be read. */
const bankCheck = z.enum(['not-confirmed', 'not-read']);
export type BankCheck = z.output<typeof bankCheck>;

const prequalificationRecord = z.object({
  status: prequalificationStatus,
  branch: z.optional(link),
  organizationLogo: z.optional(z.string()),
  adverseActionAttachment: z.optional(href),
  offers: z.optional(z.object({ value: href })),
  outOfTrade: z.boolean(),
  partnerHref: z.optional(href),
  fastPathOfferHref: z.optional(href),
  stepUpExpiration: z.optional(instant),
  /** The application is in manual review, and the applicant has nothing to do. */
  isHeld: z.optional(z.boolean()),
  bankCheck: z.optional(bankCheck),
  acceptedOffer: z.optional(
    z.object({ loanAmount: cents, interestRate: percent, monthlyPayment: cents, term: months }),
  ),
});
export type PrequalificationRecord = z.output<typeof prequalificationRecord>;

export const getPrequalification = get('/api/v1/prequalifications/:applicationId', {
  response: prequalificationRecord,
});

const servedState = z.object({
  code: z.string(),
  name: z.string(),
  minimumAge: z.int(),
  /** The statement that the state's law requires on the application. */
  notices: z.optional(z.array(z.string())),
});
export type ServedState = z.output<typeof servedState>;
export const getServedStates = get('/api/v1/tradeareas/states/', { response: z.array(servedState) });

const activation = z.object({ status: z.boolean() });
/** Confirms an email address by the emailed link; false where the link is not ours or has expired. */
export const activate = get('/api/v1/activate/:uidb64/:token/', { response: activation });

/** `main` and `secondary` are its text in two parts, such as the street and the remainder. */
const addressSuggestion = z.object({
  id: z.string(),
  text: z.string(),
  main: z.string(),
  secondary: z.string(),
});
export type AddressSuggestion = z.output<typeof addressSuggestion>;
/** The browser's key for the requests about one address, such as a UUID. Reading the parts of an address ends it. */
const addressSession = z.string().check(z.maxLength(36), z.regex(/^[\w=-]+$/));
export const suggestAddresses = post('/api/v1/addresses/suggestions', {
  body: z.strictObject({
    input: z.string().check(z.minLength(3), z.maxLength(255)),
    session: addressSession,
  }),
  response: z.object({ suggestions: z.array(addressSuggestion) }),
});

const addressDetails = z.object({
  streetAddress: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
});
export type Address = z.output<typeof addressDetails>;
export const getAddress = get('/api/v1/addresses/:placeId', {
  query: z.object({ session: addressSession }),
  response: addressDetails,
});

/** The applicant's data that screens show after a reload. */
const user = z.object({ email: z.string(), firstName: z.string() });
export const getUser = get(`${application}/user`, { response: user });

/** Extends the session, from the warning before it ends. */
export const extendSession = post('/api/v1/session', {
  body: nothing,
  response: z.object({ sessionEndsIn }),
});

/** Signs this browser out. The response is the same without a session. */
export const endSession = post('/api/v1/session/end', {
  body: nothing,
  response: z.object({ status: z.literal('ended') }),
});
