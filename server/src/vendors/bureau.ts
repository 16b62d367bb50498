// The credit bureau, with Experian's API: a soft pull for prequalification, a hard pull for approval.
import * as z from 'zod';
import type { Clock } from '../platform/clock.ts';
import { NotPerformed, OutcomeUnknown } from '../platform/jobs/vendor-calls.ts';
import {
  type Alert,
  type AlertKind,
  alertsOf,
  isAddressDiscrepancy,
  type MilitaryAnswer,
  militaryAnswerOf,
  type OfacAnswer,
  ofacAnswerOf,
} from './bureau-screening.ts';
import type { Person } from './fraud.ts';
import { callVendor, VendorRefused } from './http-client.ts';

/** A credit file in our own terms. */
export interface CreditFile {
  /** 300 to 850; null if the bureau gives none. */
  readonly score: number | null;
  /** The bureau's codes for what lowered the score, most important first. */
  readonly scoreFactors: string[];
  /** The bureau's text of a factor, by code. Bureaus send one only to subscribers who ask for it. */
  readonly scoreFactorTexts?: Record<string, string>;
  /** The applicant froze the file. */
  readonly frozen: boolean;
  /** The bureau has no file for this person. */
  readonly noFile: boolean;
  /** Monthly payments on open trade lines. */
  readonly monthlyDebtCents: number;
  /** An estimate of the yearly income from what the file shows; null if the bureau gives none. */
  readonly estimatedIncomeCents: number | null;
  /** How often payments were 30, 60, or 90 or more days late, over all trade lines. */
  readonly delinquencies30: number;
  readonly delinquencies60: number;
  readonly delinquencies90: number;
  readonly collections: number;
  readonly chargeOffs: number;
  /** Hard inquiries in the last six months. */
  readonly inquiries6Months: number;
  /** Months since the last change of status, or since filing. `open`: not discharged. */
  readonly bankruptcies: { monthsSince: number; open: boolean }[];
  readonly openConsumerFinanceLines: number;
  readonly openTradeLines: number;
  /** Age of the oldest trade line in months; null if there is none. */
  readonly oldestTradeLineMonths: number | null;
  readonly vehicle: { year: number; make: string; model: string; vin: string; valueCents: number } | null;
  readonly fraudShield: ('confirmed-fraud' | 'address-alert')[];
  /** The fraud and active duty alerts on the file, each kind once. */
  readonly alerts: AlertKind[];
  /** The bureau sent a notice of address discrepancy (12 CFR 1022.82). */
  readonly addressDiscrepancy: boolean;
}

/** Everything that one pull brought. Plain JSON: it is stored with the call. */
export interface CreditReport {
  readonly file: CreditFile;
  readonly ofac: OfacAnswer;
  readonly military: MilitaryAnswer;
  readonly alerts: readonly Alert[];
  /** The report as the bureau sent it, kept as evidence (12 CFR 1002.12(b)). */
  readonly raw: unknown;
}

/** Every method rejects with `NotPerformed` (a refusal is a `VendorRefused`) or `OutcomeUnknown`. */
export interface Bureau {
  /** Gets an access token before a pull, so that a failed sign-in never leaves the pull's outcome unknown. */
  signIn(signal: AbortSignal): Promise<void>;
  /** Does not affect the credit score. The same `reference` is the same pull. */
  softPull(person: Person, reference: string, signal: AbortSignal): Promise<CreditReport>;
  /** Leaves a hard inquiry on the credit file, so it must never be repeated. */
  hardPull(person: Person, reference: string, signal: AbortSignal): Promise<CreditReport>;
  /** Asks the military database alone. It is no credit inquiry and may be repeated. */
  militarySearch(person: Person, reference: string, signal: AbortSignal): Promise<MilitaryAnswer>;
}

const scoreModel = 'V4';
/** Estimates the yearly income in thousands of dollars. */
const incomeModel = 'II';
/** Values from here on are codes for why there is no estimate. */
const noEstimate = 9000;
const codes = {
  consumerFinance: '06',
  collection: '48',
  collectionStatus: '93',
  chargedOff: '97',
  discharged: '16',
  noRecord: '07',
  frozen: '25',
  addressAlert: '10',
  confirmedFraud: '30',
} as const;

const padded = z.string().optional();
const message = z.object({ messageNumber: z.string(), messageText: padded });

const report = z.object({
  creditProfile: z
    .array(
      z.object({
        riskModel: z
          .array(
            z.object({
              modelIndicator: z.string(),
              score: z.string(),
              scoreFactors: z
                .array(z.object({ importance: z.string(), code: z.string(), desc: z.string().optional() }))
                .default([]),
            }),
          )
          .default([]),
        tradeline: z
          .array(
            z.object({
              accountType: padded,
              monthlyPaymentAmount: padded,
              delinquencies30Days: padded,
              delinquencies60Days: padded,
              delinquencies90to180Days: padded,
              openDate: padded,
              openOrClosed: padded,
              status: padded,
            }),
          )
          .default([]),
        inquiry: z.array(z.object({ date: padded })).default([]),
        publicRecord: z
          .array(z.object({ status: padded, filingDate: padded, statusDate: padded }))
          .default([]),
        vehicle: z
          .array(
            z.object({
              year: z.string(),
              make: z.string(),
              model: z.string(),
              vin: z.string(),
              valueAmount: z.string(),
            }),
          )
          .default([]),
        statement: z.array(z.looseObject({ type: padded })).default([]),
        informationalMessage: z.array(message).default([]),
        fraudShield: z
          .array(z.object({ fraudShieldIndicators: z.object({ indicator: z.array(z.string()) }) }))
          .default([]),
        // Read leniently: an answer in another shape is no answer, and must not lose the rest of the report.
        ofac: z.unknown().optional(),
        mla: z.unknown().optional(),
      }),
    )
    .min(1),
});
type Profile = z.output<typeof report>['creditProfile'][number];

export function experian(
  settings: {
    url: string;
    clientId: string;
    clientSecret: string;
    username: string;
    password: string;
    subscriberCode: string;
  },
  clock: Clock,
): Bureau {
  const token = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
  // Each process has its own token. It is renewed a minute before it expires, or when the bureau rejects it.
  let cachedToken: { value: string; until: number } | undefined;

  async function accessToken(signal: AbortSignal): Promise<string> {
    if (cachedToken && cachedToken.until > clock.now().getTime()) return cachedToken.value;
    const answer = await callVendor({
      vendor: 'bureau',
      method: 'POST',
      url: `${settings.url}/oauth2/v1/token`,
      json: {
        username: settings.username,
        password: settings.password,
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
      },
      answer: token,
      signal,
    }).catch((error: unknown) => {
      if (!(error instanceof OutcomeUnknown)) throw error;
      throw new NotPerformed(`sign-in failed: ${error.message}`);
    });
    cachedToken = {
      value: answer.access_token,
      until: clock.now().getTime() + (answer.expires_in - 60) * 1000,
    };
    return cachedToken.value;
  }

  /** Sends a request about a person, once more if the bureau rejected the token, which it does before it acts. */
  async function ask<A>(
    path: string,
    {
      person,
      reference,
      more,
      answer,
    }: { person: Person; reference: string; more: object; answer: z.ZodType<A> },
    signal: AbortSignal,
  ): Promise<A> {
    const send = async () =>
      callVendor({
        vendor: 'bureau',
        method: 'POST',
        url: `${settings.url}/consumerservices/${path}`,
        headers: { authorization: `Bearer ${await accessToken(signal)}`, clientReferenceId: reference },
        json: {
          consumerPii: {
            primaryApplicant: {
              name: { firstName: person.firstName, lastName: person.lastName },
              dob: { dob: person.dob.slice(0, 4) },
              ssn: { ssn: person.ssn },
              currentAddress: {
                line1: person.streetAddress,
                city: person.city,
                state: person.state,
                zipCode: person.zipCode,
              },
            },
          },
          requestor: { subscriberCode: settings.subscriberCode },
          ...more,
        },
        answer,
        signal,
      });
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof VendorRefused) || error.status !== 401) throw error;
      cachedToken = undefined;
      return send();
    }
  }

  async function pull(
    kind: 'soft' | 'hard',
    person: Person,
    reference: string,
    signal: AbortSignal,
  ): Promise<CreditReport> {
    const more = {
      permissiblePurpose: { type: kind === 'soft' ? '3B' : '08' },
      addOns: {
        riskModels: { modelIndicator: [scoreModel, incomeModel] },
        fraudShield: 'Y',
        mla: 'Y',
        ofacmsg: 'Y',
      },
    };
    const path = kind === 'soft' ? 'prequal/v1' : 'credit-profile/v2';
    let raw: unknown;
    // The schema leaves out what it does not name, and the report is kept as it came.
    const answer = z.unknown().transform((value) => {
      raw = value;
      return value;
    });
    const profile = firstOf(
      await ask(`${path}/credit-report`, { person, reference, more, answer: answer.pipe(report) }, signal),
    );
    return {
      file: creditFileOf(profile, clock.now()),
      ofac: ofacAnswerOf(profile.ofac),
      military: militaryAnswerOf(profile.mla),
      alerts: alertsOf(profile.statement),
      raw,
    };
  }

  return {
    signIn: async (signal) => void (await accessToken(signal)),
    softPull: (person, reference, signal) => pull('soft', person, reference, signal),
    hardPull: (person, reference, signal) => pull('hard', person, reference, signal),
    militarySearch: async (person, reference, signal) => {
      const answer = z.object({ mla: z.unknown().optional() });
      const more = { permissiblePurpose: { type: '08' } };
      return militaryAnswerOf((await ask('mla/v1/search', { person, reference, more, answer }, signal)).mla);
    },
  };
}

const firstOf = (answer: z.output<typeof report>) => answer.creditProfile[0] as Profile;

function creditFileOf(profile: Profile, now: Date): CreditFile {
  const lines = profile.tradeline;
  const open = lines.filter((line) => line.openOrClosed === 'O');
  const model = profile.riskModel.find((one) => one.modelIndicator === scoreModel);
  const score = numberOf(model?.score);
  const income = numberOf(profile.riskModel.find((one) => one.modelIndicator === incomeModel)?.score);
  const messages = profile.informationalMessage.map((one) => one.messageNumber);
  const indicators = profile.fraudShield.flatMap((one) => one.fraudShieldIndicators.indicator);
  const vehicle = profile.vehicle[0];
  const texts = (model?.scoreFactors ?? []).flatMap(({ code, desc }) =>
    desc ? [[code, desc] as const] : [],
  );
  const ages = lines.flatMap((line) => (line.openDate ? [monthsBetween(line.openDate, now)] : []));
  return {
    // Values below 300 are codes for why there is no score.
    score: score >= 300 ? score : null,
    scoreFactors: [...(model?.scoreFactors ?? [])]
      .sort((a, b) => Number(a.importance) - Number(b.importance))
      .map((factor) => factor.code),
    ...(texts.length > 0 ? { scoreFactorTexts: Object.fromEntries(texts) } : {}),
    frozen: messages.includes(codes.frozen) || profile.statement.some((one) => one.type === codes.frozen),
    noFile: messages.includes(codes.noRecord),
    monthlyDebtCents: sum(open.map((line) => centsOf(line.monthlyPaymentAmount))),
    estimatedIncomeCents: income > 0 && income < noEstimate ? income * 100_000 : null,
    delinquencies30: sum(lines.map((line) => numberOf(line.delinquencies30Days))),
    delinquencies60: sum(lines.map((line) => numberOf(line.delinquencies60Days))),
    delinquencies90: sum(lines.map((line) => numberOf(line.delinquencies90to180Days))),
    collections: lines.filter(
      (line) => line.accountType === codes.collection || line.status === codes.collectionStatus,
    ).length,
    chargeOffs: lines.filter((line) => line.status === codes.chargedOff).length,
    inquiries6Months: profile.inquiry.filter((one) => one.date && monthsBetween(one.date, now) < 6).length,
    bankruptcies: profile.publicRecord.map((record) => ({
      monthsSince: monthsBetween(record.statusDate ?? record.filingDate ?? '', now),
      open: record.status !== codes.discharged,
    })),
    openConsumerFinanceLines: open.filter((line) => line.accountType === codes.consumerFinance).length,
    openTradeLines: open.length,
    oldestTradeLineMonths: ages.length === 0 ? null : Math.max(...ages),
    vehicle:
      vehicle === undefined
        ? null
        : {
            year: Number(vehicle.year),
            make: vehicle.make,
            model: vehicle.model,
            vin: vehicle.vin,
            valueCents: centsOf(vehicle.valueAmount),
          },
    fraudShield: [
      ...(indicators.includes(codes.confirmedFraud) ? (['confirmed-fraud'] as const) : []),
      ...(indicators.includes(codes.addressAlert) ? (['address-alert'] as const) : []),
    ],
    alerts: [...new Set(alertsOf(profile.statement).map(({ kind }) => kind))],
    addressDiscrepancy: profile.informationalMessage.some(isAddressDiscrepancy),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Parses numbers such as "00001250" and "02". "UNKNOWN" and absent fields count as 0. */
function numberOf(text: string | undefined): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : 0;
}

const centsOf = (text: string | undefined) => numberOf(text) * 100;

/** Whole months since a date in the form MMDDYYYY. */
function monthsBetween(text: string, now: Date): number {
  const [month, day, year] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)].map(Number) as [
    number,
    number,
    number,
  ];
  const months = (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - month;
  return Math.max(0, now.getUTCDate() < day ? months - 1 : months);
}
