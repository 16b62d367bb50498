// The submitted form, what identifies its person and its press, and its captcha.
import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ResponseOf } from '#contract/endpoint.ts';
import { isTestSsn, ssnUnissued } from '#contract/fields.ts';
import { type PrequalificationRequest, submissionKeyHeader } from '#contract/prequalification.ts';
import { usStates } from '#contract/us-states.ts';
import type { askAboutZipCode } from '#contract/zip-code.ts';
import { ageInYears, isoDate } from '#finance/dates.ts';
import { type Cents, dollars } from '#finance/money.ts';
import { fillIn } from '#lender/public/fill-text.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import { lenderToday } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Lookup } from '../../platform/encryption.ts';
import { Failure, fail } from '../../platform/failure.ts';
import { networkOf } from '../../platform/http/network.ts';
import { shortLivedCalls } from '../../platform/jobs/call-records.ts';
import { singleFlight } from '../../platform/jobs/vendor-calls.ts';
import { type Applicant, applicantOfForm, knownLookups, lookups } from '../../records/applicant-fields.ts';
import type { With } from '../../services.ts';
import { errorMessages } from '../../wording/error-messages.ts';
import { managerOf } from '../branches/branch-contact.ts';
import { type Home, homePlace } from '../branches/home-place.ts';
import { allOfBudget, assertUsPhone } from '../phone-check/sending.ts';
import { inlineSeconds } from './admit.ts';

export interface SubmittedForm {
  readonly applicant: Applicant;
  readonly acceptTexts: boolean;
  readonly requestedAmount: Cents | null;
  /** Under each lookup key. */
  readonly ssn: readonly Lookup[];
  readonly email: Lookup;
  /** Identifies one press by one person; undefined without a key and a captcha token. */
  readonly submission: string | undefined;
  readonly captchaToken: string | undefined;
  readonly partnerId: string | undefined;
  readonly experience: string;
  readonly marketing: object;
}

/** Refuses a form from outside our states, a ZIP code that needs an answer, and a phone that no code can be sent to. */
export async function readForm(
  services: With<'clock' | 'vault' | 'limiter' | 'lender' | 'config'>,
  body: PrequalificationRequest,
  request: FastifyRequest,
): Promise<SubmittedForm> {
  const { limiter, vault, lender } = services;
  const applicant = applicantOfForm(body);
  await limiter.spend('submit-form', vault.lookup('address', networkOf(request.ip)));
  servedStateOf(services, applicant);
  assertZipCode(services, body.address);
  assertUsPhone(applicant.phone);
  assertIssued(services.config, applicant.ssn);
  const ssn = knownLookups.ssn(vault, applicant.ssn);
  const { experience, socureDeviceSessionId: _, ...marketing } = body.tracking;
  const subId = body.additional_information?.sub_id ?? marketing.subId;
  return {
    applicant,
    acceptTexts: body.acceptTexts === true,
    requestedAmount: body.loanAmount === undefined ? null : dollars(body.loanAmount),
    ssn,
    email: lookups.email(vault, applicant.email),
    submission: submissionOf(request, body.recaptcha, ssn.at(-1)),
    captchaToken: body.recaptcha,
    partnerId: lender.partners.find(({ subIds }) => subId !== undefined && subIds.includes(subId))?.id,
    experience,
    marketing,
  };
}

/** Refuses a number like the test people's where no test person applies. */
export function assertIssued({ isProduction }: Pick<Config, 'isProduction'>, ssn: string): void {
  if (isProduction && isTestSsn(ssn)) fail('invalid', ssnUnissued, 'ssn');
}

type WhoAndWhere = Pick<Applicant, 'state' | 'dob'>;

/** Refuses an applicant from outside our states, or too young for theirs. */
export function assertServed(services: With<'clock' | 'lender'>, applicant: WhoAndWhere): void {
  if (yearsIfUnderAge(services, applicant) !== undefined) refuseUnderAge(services, applicant);
}

/** The age of an applicant who is too young for their state; undefined for anyone else. */
export function yearsIfUnderAge(services: With<'clock' | 'lender'>, applicant: WhoAndWhere) {
  const age = ageInYears(isoDate(applicant.dob), lenderToday(services));
  return age < servedStateOf(services, applicant).minimumAge ? age : undefined;
}

export function refuseUnderAge(services: With<'lender'>, applicant: WhoAndWhere, isNotified = false): never {
  const { name, minimumAge } = servedStateOf(services, applicant);
  const message = fillIn(errorMessages['too-young'].minimumAge, { state: name, years: minimumAge });
  throw new Failure([{ code: 'too-young', message, field: 'dob', ...(isNotified && { isNotified }) }]);
}

const servedStateOf = ({ lender }: With<'lender'>, { state }: WhoAndWhere) =>
  lender.openStates.find(({ code }) => code === state) ??
  fail('out-of-state', errorMessages['out-of-state'].notServed, 'address.state');

/**
 * The same key with another SSN is another submission. Without a key, the captcha token, issued for one
 * press, takes its place.
 */
function submissionOf(request: FastifyRequest, captchaToken: string | undefined, ssn: Lookup | undefined) {
  const key = request.headers[submissionKeyHeader];
  if (typeof key === 'string' && (key.length < 16 || key.length > 200))
    fail('malformed', errorMessages.malformed.idempotencyKey);
  const press = typeof key === 'string' ? key : captchaToken;
  return press ? hash('sha256', `${press}\0${ssn}`, 'base64url') : undefined;
}

export type CaptchaOutcome = 'confirmed' | 'unanswered' | 'absent';

/** Confirms the form's captcha, or spends the limit of forms without one, after which one is required. */
export async function confirmCaptcha(
  services: With<'log' | 'vault' | 'limiter' | 'lender' | 'vendorCalls' | 'vendors'>,
  { captchaToken: token, submission, applicant }: SubmittedForm,
  request: FastifyRequest,
): Promise<CaptchaOutcome> {
  const { vendors, limiter, lender, vault, vendorCalls, log } = services;
  // A blocked script must not lock an applicant out; the text code and a tighter limit compensate.
  const withoutCaptcha = () =>
    limiter.spend('submit-form-without-captcha', vault.lookup('address', networkOf(request.ip)));
  if (token === undefined) {
    await withoutCaptcha();
    // Counts nothing. Strangers without a captcha still get texts this hour, or the form needs one.
    if (!(await limiter.hasLeft('send-codes-without-captcha', allOfBudget))) {
      const branch = homePlace(lender, applicant).branch;
      const phone = phoneText(branch?.phone ?? lender.brand.phones.customerService);
      fail('captcha', fillIn(errorMessages.captcha.needed, { phone }));
    }
    return 'absent';
  }
  const answer = await singleFlight(vendorCalls, {
    vendor: 'recaptcha',
    operation: shortLivedCalls.textCodes.confirmCaptcha,
    // If the same press arrives twice, both get the token's single answer; for any other press the token is spent.
    key: `captcha:${vault.lookup('captcha', `${token}\0${submission}`)}`,
    timeoutSeconds: inlineSeconds,
    onUnknownOutcome: { rule: 'look-up', find: async () => undefined },
    perform: (signal) => vendors.captcha.confirm(token, request.ip, signal),
  }).catch((error: unknown) => {
    log.warn({ err: error }, 'the captcha service did not respond');
    return { kind: 'unanswered' } as const;
  });
  switch (answer.kind) {
    case 'confirmed':
      return 'confirmed';
    case 'unanswered':
      await withoutCaptcha();
      return 'unanswered';
    case 'refused':
      log.warn({ codes: answer.codes }, 'captcha refused');
      return fail('captcha', errorMessages.captcha.notConfirmed);
  }
}

const nameOf = (state: string) => usStates.find(({ value }) => value === state)?.label ?? state;

/** Refuses a code that no place has. */
export function questionAbout({ lender }: With<'lender'>, home: Home): ResponseOf<typeof askAboutZipCode> {
  const { doubt, states, cities, branch: near } = homePlace(lender, home);
  const { zipCode } = home;
  const { isIn, isCity, unknown } = errorMessages['zip-code-elsewhere'];
  const names = { zipCode, states: states.map(nameOf).join(' or '), home: nameOf(home.state) };
  if (doubt === 'unknown') fail('invalid', errorMessages.invalid.zipCode, 'address.zipCode');
  if (doubt === 'elsewhere') return { question: fillIn(isIn, names), mustConfirm: true };
  if (doubt === 'unlisted') return { question: fillIn(unknown, names) };
  const [city] = cities;
  const branch = near && { branch: { name: near.name, manager: managerOf(near) } };
  return { ...branch, ...(doubt && city && { question: fillIn(isCity, { ...names, city }), city }) };
}

/** Refuses a code in another state than the home, unless the home's was confirmed. The city of a lead is not checked yet. */
export function assertZipCode(
  services: With<'lender'>,
  { stateConfirmed, ...home }: Home & { readonly stateConfirmed?: boolean | undefined },
): void {
  const { question = '', mustConfirm } = questionAbout(services, {
    state: home.state,
    zipCode: home.zipCode,
  });
  if (mustConfirm && !stateConfirmed) fail('zip-code-elsewhere', question, 'address.zipCode');
}
