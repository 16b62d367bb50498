// A credit report in Experian's format, read into our own terms. Amounts and scores are zero-padded strings, dates MMDDYYYY.
import * as z from 'zod';
import type { ScoreExclusion } from '#lender/schema/score-models.ts';
import type { BureauAttributes } from '../../credit-policy/attributes.ts';
import type { PolicyInputs } from '../../credit-policy/inputs.ts';
import { optional, optionalList } from '../optional-fields.ts';
import { alertsOf, isAddressDiscrepancy } from './screening.ts';

/** A credit file in our own terms: what the policy takes from it. */
export type CreditFile = Omit<
  PolicyInputs,
  | 'reportedOn'
  | 'housingPaymentCents'
  | 'annualIncomeCents'
  | 'militaryCovered'
  | 'vehicle'
  | 'state'
  | 'residentialStatus'
  | 'fraudDecision'
  | 'deviceChecked'
  | 'captchaConfirmed'
  | 'vehicleSearched'
  | 'vehicleUnneeded'
  | 'ssnConflict'
  | 'attributes'
  | 'cleared'
  | 'offeredAtMost'
>;

/** The models that a pull requests, by the bureau's indicators, and what the contract says of their results. */
export interface ReportModels {
  readonly score: string;
  /** Estimates the yearly income in thousands of dollars. Undefined where the contract has none. */
  readonly income: string | undefined;
  /** What the codes mean that the score model gives in place of a score. */
  readonly exclusions: Readonly<Record<string, ScoreExclusion>>;
  /** The Fraud Shield indicator of confirmed fraud. Its published list has none, so that without a contract for one there is none. */
  readonly confirmedFraud?: string | undefined;
}

/** VantageScore 3 and 4 and the base FICO scores. A value outside is the model's code for why there is no score. */
const scoreRange = { lowest: 300, highest: 850 } as const;
/** Values from here on are codes for why there is no estimate of the income. */
const noEstimate = 9000;
const codes = {
  consumerFinance: '06',
  collection: '48',
  collectionStatus: '93',
  chargedOff: '97',
  /** Of public records: a petition for bankruptcy, and its discharge. */
  petition: '15',
  discharged: '16',
  noRecord: '07',
  frozen: '25',
} as const;
/** Fraud Shield's indicators about the SSN and the address, of the request and on file. The others change no decision. */
const indicators = { deceased: ['05', '25'], address: ['10', '15', '16', '18'] } as const;

const padded = optional(z.string());
const message = z.object({ messageNumber: padded, messageNumberDetailed: padded, messageText: padded });

/** Every field is optional in the bureau's description of its responses: a report must not be lost because one has no value. */
export const creditReportSchema = z.object({
  creditProfile: z
    .array(
      z.object({
        riskModel: optionalList(
          z.object({
            modelIndicator: padded,
            score: padded,
            scoreFactors: optionalList(z.object({ importance: padded, code: padded, desc: padded })),
          }),
        ),
        tradeline: optionalList(
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
        ),
        inquiry: optionalList(z.object({ date: padded })),
        publicRecord: optionalList(
          z.object({ status: padded, filingDate: padded, statusDate: padded, courtName: padded }),
        ),
        statement: optionalList(z.looseObject({ type: padded })),
        informationalMessage: optionalList(message),
        fraudShield: optionalList(
          z.object({ fraudShieldIndicators: optional(z.object({ indicator: optionalList(z.string()) })) }),
        ),
        /** The packages of attributes that the request named. An unreadable one counts as empty. */
        summaries: optionalList(
          z.object({
            summaryType: z.string(),
            attributes: optionalList(z.object({ id: z.string(), value: padded })),
          }),
        ).catch([]),
        // Read leniently: an unreadable estimate counts as none, and must not lose the rest of the report.
        ofac: z.unknown().optional(),
        mla: z.unknown().optional(),
      }),
    )
    .min(1),
});
export type Profile = z.output<typeof creditReportSchema>['creditProfile'][number];

const modelOf = (profile: Profile, indicator: string | undefined) =>
  indicator === undefined ? undefined : profile.riskModel.find((model) => model.modelIndicator === indicator);

/** The model that was requested, with its score or the code in place of one. */
function scoreOf(profile: Profile, models: ReportModels) {
  const model = modelOf(profile, models.score);
  const score = numberOf(model?.score);
  if (scoreRange.lowest <= score && score <= scoreRange.highest) return { model, score, code: null };
  return { model, score: null, code: model === undefined ? null : String(score) };
}

/** What the lender's named attributes take from the report. */
export function bureauAttributesOf(profile: Profile, models: ReportModels): BureauAttributes {
  const summaries = profile.summaries.map(({ summaryType, attributes }) => [
    summaryType,
    Object.fromEntries(attributes.flatMap(({ id, value }) => (value === undefined ? [] : [[id, value]]))),
  ]);
  return { summaries: Object.fromEntries(summaries), exclusionCode: scoreOf(profile, models).code };
}

export function creditFileOf(profile: Profile, models: ReportModels, now: Date): CreditFile {
  const lines = profile.tradeline;
  const open = lines.filter((line) => line.openOrClosed === 'O');
  const { model, score, code } = scoreOf(profile, models);
  const exclusion = code === null ? undefined : (models.exclusions[code] ?? 'unexplained');
  const income = numberOf(modelOf(profile, models.income)?.score);
  const messages = profile.informationalMessage.map(messageNumberOf);
  const frozen =
    messages.includes(codes.frozen) || profile.statement.some(({ type }) => type === codes.frozen);
  const noFile = messages.includes(codes.noRecord);
  const found = profile.fraudShield.flatMap((shield) => shield.fraudShieldIndicators?.indicator ?? []);
  const hasOne = (...wanted: readonly (string | undefined)[]) => found.some((code) => wanted.includes(code));
  const factors = (model?.scoreFactors ?? []).flatMap(({ code, importance = '9', desc }) =>
    code === undefined ? [] : [{ code, importance, desc }],
  );
  const texts = factors.flatMap(({ code, desc }) => (desc ? [[code, desc] as const] : []));
  const ages = lines.flatMap((line) => monthsSince(line.openDate, now) ?? []);
  return {
    score,
    scoreFactors: factors
      .toSorted((a, b) => Number(a.importance) - Number(b.importance))
      .map((factor) => factor.code),
    ...(texts.length > 0 ? { scoreFactorTexts: Object.fromEntries(texts) } : {}),
    frozen,
    noFile,
    monthlyDebtCents: sum(open.map((line) => centsOf(line.monthlyPaymentAmount))),
    estimatedIncomeCents: income > 0 && income < noEstimate ? income * 100_000 : null,
    delinquencies30: sum(lines.map((line) => numberOf(line.delinquencies30Days))),
    delinquencies60: sum(lines.map((line) => numberOf(line.delinquencies60Days))),
    delinquencies90: sum(lines.map((line) => numberOf(line.delinquencies90to180Days))),
    collections: lines.filter(
      (line) => line.accountType === codes.collection || line.status === codes.collectionStatus,
    ).length,
    chargeOffs: lines.filter((line) => line.status === codes.chargedOff).length,
    inquiries6Months: profile.inquiry.filter(({ date }) => (monthsSince(date, now) ?? 6) < 6).length,
    // One without a date may be recent.
    bankruptcies: profile.publicRecord.filter(isBankruptcy).map((record) => ({
      monthsSince: monthsSince(record.statusDate, now) ?? monthsSince(record.filingDate, now) ?? 0,
      open: record.status !== codes.discharged,
    })),
    openConsumerFinanceLines: open.filter((line) => line.accountType === codes.consumerFinance).length,
    openTradeLines: open.length,
    oldestTradeLineMonths: ages.length === 0 ? null : Math.max(...ages),
    fraudShield: [
      ...(hasOne(models.confirmedFraud) ? (['confirmed-fraud'] as const) : []),
      ...(hasOne(...indicators.address) ? (['address-alert'] as const) : []),
    ],
    alerts: [...new Set(alertsOf(profile.statement).map(({ kind }) => kind))],
    addressDiscrepancy: profile.informationalMessage.some(isAddressDiscrepancy),
    deceased: exclusion === 'deceased' || hasOne(...indicators.deceased),
    scoreUnexplained: exclusion === 'unexplained' || (model === undefined && !frozen && !noFile),
  };
}

/** Of the four digits of a message's number, `messageNumber` has only the last two, which several messages share. */
const messageNumberOf = ({ messageNumber, messageNumberDetailed }: z.output<typeof message>) =>
  messageNumberDetailed?.replace(/^00(?=..$)/, '') ?? messageNumber;

/** By its status or court. No rule counts liens and civil judgments: a denial for bankruptcy must rest on one. */
const isBankruptcy = ({ status, courtName = '' }: Profile['publicRecord'][number]): boolean =>
  status === codes.petition || status === codes.discharged || /\bB(?:AN)?KR?(?:PT|UPT)/i.test(courtName);

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Parses numbers such as "00001250" and "02". "UNKNOWN" and absent fields count as 0. */
function numberOf(text: string | undefined): number {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : 0;
}

const centsOf = (text: string | undefined) => numberOf(text) * 100;

/** Whole months since a date in the form MMDDYYYY. Undefined if there is none, as in an empty field, "UNKNOWN" or zeros. */
function monthsSince(text: string | undefined, now: Date): number | undefined {
  if (text === undefined || !/^(?:0[1-9]|1[0-2])[0-3]\d(?:19|20)\d\d$/.test(text)) return undefined;
  const [month, day, year] = [text.slice(0, 2), text.slice(2, 4), text.slice(4)].map(Number) as [
    number,
    number,
    number,
  ];
  const months = (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - month;
  return Math.max(0, now.getUTCDate() < day ? months - 1 : months);
}
