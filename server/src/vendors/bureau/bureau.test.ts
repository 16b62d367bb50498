// The bureau's adapter against the sandbox's bureau, and how it reads reports.
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox } from '#sandbox/testing.ts';
import { person } from '../../../test/vendor-person.ts';
import { MovableClock } from '../../platform/clock.ts';
import { SetupError } from '../../platform/failure.ts';
import { VendorRefused } from '../http-client.ts';
import { assertScoreModel, bureauName, experian } from './bureau.ts';
import { bureauAttributesOf, creditFileOf, creditReportSchema } from './report.ts';

const sandbox = await startSandbox();
afterAll(() => sandbox.close());
beforeEach(() => sandbox.json('DELETE', '/console/api/state'));

type Settings = Parameters<typeof experian>[0];
function bureau(changes: Partial<Settings> = {}) {
  const { credentials: ours } = sandbox;
  return experian(
    {
      url: `${sandbox.url}/bureau`,
      clientId: ours.BUREAU_CLIENT_ID,
      clientSecret: ours.BUREAU_CLIENT_SECRET,
      username: ours.BUREAU_USERNAME,
      password: ours.BUREAU_PASSWORD,
      clientReferenceId: ours.BUREAU_CLIENT_REFERENCE_ID,
      soft: { subscriberCode: ours.BUREAU_SOFT_SUBSCRIBER_CODE, purpose: ours.BUREAU_SOFT_PURPOSE },
      hard: { subscriberCode: ours.BUREAU_HARD_SUBSCRIBER_CODE, purpose: ours.BUREAU_HARD_PURPOSE },
      models: { score: 'V4', income: ours.BUREAU_INCOME_MODEL, exclusions: { '4': 'thin-file' } },
      ...changes,
    },
    new MovableClock(),
  );
}
const signal = () => AbortSignal.timeout(60_000);

describe('a pull', () => {
  it('goes out as the account, with the code and the purpose of its kind', async () => {
    const soft = await bureau().softPull(person, [], signal());
    expect(soft.file).toMatchObject({ score: 680, estimatedIncomeCents: 6_400_000 });
    expect((await bureau().hardPull(person, [], signal())).file.score).toBe(680);
    expect(await bureau().militarySearch(person, signal())).toMatchObject({ answer: 'not-covered' });
    const { body } = await sandbox.json('GET', `/console/api/pulls?ssn=${person.ssn}`);
    expect(body).toMatchObject([
      { kind: 'hard', clientReferenceId: 'SBMYSQL' },
      { kind: 'soft', clientReferenceId: 'SBMYSQL' },
    ]);
  });

  it('requests no income model that the contract lacks', async () => {
    const vantage = bureau({ models: { score: 'V4', income: undefined, exclusions: {} } });
    const { file } = await vantage.softPull(person, [], signal());
    expect(file).toMatchObject({ score: 680, estimatedIncomeCents: null });
  });

  it('has the packages of attributes that it requests, and no others', async () => {
    const attributesOf = async (...summaries: string[]) =>
      (await bureau().softPull(person, summaries, signal())).attributes;
    expect(await attributesOf()).toEqual({ summaries: {}, exclusionCode: null });
    const expected = { summaries: { 'PREMIER ATTRIBUTES': { BCC7110: '018' } }, exclusionCode: null };
    expect(await attributesOf('PREMIER ATTRIBUTES')).toEqual(expected);
    const refused = await attributesOf('TRENDED').catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 400, isFinal: true });
  });

  it.each([
    ['Ma. Cristina', 'de la Cruz', 'Ma-Cristina', 'de-la-Cruz'],
    ['Anne - Marie', 'Kahanamoku ʻOhana', 'Anne-Marie', 'Kahanamoku-Ohana'],
    ['Łukasz', 'Weiß', 'Lukasz', 'Weiss'],
    ['D’Angelo', "van 't Hooft", 'DAngelo', 'van-t-Hooft'],
    ['Jørgen', 'O´Brien‑Smith', 'Joergen', "O'Brien-Smith"],
    ['Þórunn', "St. John D'Angelo, Jr.", 'Thorunn', 'St-John-DAngelo', 'J'],
    ['Ann', 'Rivera III', 'Ann', 'Rivera', '3'],
    ['Ann', 'Rivera sr.', 'Ann', 'Rivera', 'S'],
    ['Ann', 'Jr', 'Ann', 'Jr'],
    ['John Jr', 'Rivera', 'John', 'Rivera', 'J'],
    ['DeShawn 3rd', 'Rivera', 'DeShawn', 'Rivera', '3'],
    ['Ann', 'Nguyen Vi', 'Ann', 'Nguyen-Vi'],
  ])('writes the name %s %s as the bureau allows it, with its generation in a field of its own', async (firstName, lastName, first, last, generationCode?: string) => {
    const named = { ...person, firstName, lastName };
    await bureau().softPull(named, [], signal());
    await bureau().ofacSearch(named, signal());
    expect(bureauName(named)).toEqual({ firstName: first, lastName: last, generationCode });
  });

  it('writes an address in letters without accents', async () => {
    for (const streetAddress of ['#4 1600½ Peña Blvd', '12 Elm St N° 5', '12 “A” Street', '12 Elm St «B»']) {
      const home = { ...person, streetAddress, city: 'Cañon City' };
      await expect(bureau().softPull(home, [], signal())).resolves.toBeDefined();
    }
  });

  it.each([
    ['the account’s reference', { clientReferenceId: 'soft-1' }],
    ['the code of hard pulls', { soft: { subscriberCode: 'sandbox-2222223', purpose: '3F' } }],
    ['the purpose of hard pulls', { soft: { subscriberCode: 'sandbox-2222222', purpose: '08' } }],
    ['an unknown model', { models: { score: 'XX', income: undefined, exclusions: {} } }],
  ])('is refused for good where a setting is wrong: %s', async (_, changes) => {
    const refused = await bureau(changes)
      .softPull(person, [], signal())
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(VendorRefused);
    expect(refused).toMatchObject({ status: 400, isFinal: true });
  });
});

function parsed(profile: object) {
  const [read] = creditReportSchema.parse({ creditProfile: [profile] }).creditProfile;
  if (read === undefined) throw new Error('a report without a profile');
  return read;
}

describe('a credit report', () => {
  const now = new Date('2026-03-02T15:00:00Z');
  const fileWith = (profile: object, changes: Partial<Settings['models']> = {}) => {
    const exclusions = { '1': 'deceased', '4': 'thin-file' } as const;
    return creditFileOf(parsed(profile), { score: 'V4', income: 'II', exclusions, ...changes }, now);
  };

  it('counts with a field fewer, as every field but the list of profiles is optional', () => {
    expect(fileWith({ fraudShield: [{ type: '99', socialCount: '0004' }] }).fraudShield).toEqual([]);
    expect(fileWith({ fraudShield: [{ fraudShieldIndicators: {} }] }).fraudShield).toEqual([]);
    const scoreFactors = [{ code: '32' }, { importance: '1', code: '13' }, { importance: '2' }];
    const riskModel = [{ modelIndicator: 'V4', score: '0680', scoreFactors }];
    expect(fileWith({ riskModel })).toMatchObject({ score: 680, scoreFactors: ['13', '32'] });
    const messageText = 'NOTICE OF ADDRESS DISCREPANCY';
    expect(fileWith({ informationalMessage: [{ messageText }] }).addressDiscrepancy).toBe(true);
  });

  it('counts with a null as without the field', () => {
    const open = { accountType: '26', openOrClosed: 'O', openDate: '01152024' };
    const line = (fields: object) => ({ ...open, ...fields });
    const profile = (fields: object) => ({
      riskModel: [{ modelIndicator: 'V4', score: '0680', ...fields }],
      tradeline: [line(fields)],
      fraudShield: [{ fraudShieldIndicators: null }, { fraudShieldIndicators: { indicator: null } }],
      statement: [{ type: null, statementText: null }],
      summaries: [{ summaryType: 'PREMIER', attributes: [{ id: 'ALL8220', value: null }] }],
    });
    const nulls = {
      scoreFactors: null,
      monthlyPaymentAmount: null,
      delinquencies30Days: null,
      delinquencies60Days: null,
      delinquencies90to180Days: null,
      status: null,
    };
    const lists = { inquiry: null, publicRecord: null, informationalMessage: null, ofac: null, mla: null };
    const file = fileWith({ ...profile(nulls), ...lists });
    expect(file).toEqual(fileWith(profile({})));
    expect(file).toMatchObject({ score: 680, openTradeLines: 1, fraudShield: [], alerts: [] });
    const all = ['riskModel', 'tradeline', 'statement', 'fraudShield', 'summaries'];
    expect(fileWith(Object.fromEntries(all.map((name) => [name, null])))).toEqual(fileWith({}));
  });

  const screened = (indicator: string[], changes: Partial<Settings['models']> = {}) =>
    fileWith({ fraudShield: [{ type: '99', fraudShieldIndicators: { indicator } }] }, changes);

  it.each([
    ['30', 'more trades as an authorized user than others', {}],
    ['01', 'another current address on file', {}],
    ['26', 'an SSN whose issue date is unverified', {}],
    ['90', 'no published indicator', {}],
    ['05', 'a person who has died', { deceased: true }],
    ['25', 'a person who has died', { deceased: true }],
    ['10', 'a doubted address', { fraudShield: ['address-alert'] }],
    ['15', 'a doubted address', { fraudShield: ['address-alert'] }],
    ['16', 'a doubted address', { fraudShield: ['address-alert'] }],
    ['18', 'a doubted address', { fraudShield: ['address-alert'] }],
  ])('takes the fraud indicator %s, %s, as what it is', (indicator, _, found) => {
    expect(screened([indicator])).toMatchObject({ fraudShield: [], deceased: false, ...found });
  });

  it('takes only the indicator that the contract names for confirmed fraud', () => {
    expect(screened(['90', '30'], { confirmedFraud: '90' }).fraudShield).toEqual(['confirmed-fraud']);
    expect(screened(['30'], { confirmedFraud: '90' }).fraudShield).toEqual([]);
  });

  it('has no file, or a frozen one, only by all four digits of a message', () => {
    const read = (messageNumber: string, messageNumberDetailed?: string) => {
      const informationalMessage = [{ messageNumber, messageNumberDetailed }];
      const { noFile, frozen } = fileWith({ informationalMessage });
      return { noFile, frozen };
    };
    expect(read('07', '0007')).toEqual({ noFile: true, frozen: false });
    expect(read('07')).toEqual({ noFile: true, frozen: false });
    expect(read('25', '0025')).toEqual({ noFile: false, frozen: true });
    expect(read('07', '1207')).toEqual({ noFile: false, frozen: false });
    expect(read('25', '1225')).toEqual({ noFile: false, frozen: false });
  });

  it('without the score of its model, or without the name of one, has no score', () => {
    const riskModel = [{ modelIndicator: 'V4' }, { score: '0700' }, { modelIndicator: 'V3', score: '0700' }];
    expect(fileWith({ riskModel })).toMatchObject({ score: null, scoreUnexplained: true });
    expect(fileWith({ riskModel }, { income: undefined }).estimatedIncomeCents).toBeNull();
  });

  it('without the model that was requested asks a person, unless the file is frozen or there is none', () => {
    const none = { informationalMessage: [{ messageNumber: '07', messageNumberDetailed: '0007' }] };
    const frozen = { statement: [{ type: '25' }] };
    expect(fileWith({ riskModel: [] })).toMatchObject({ score: null, scoreUnexplained: true });
    for (const file of [none, frozen]) expect(fileWith(file).scoreUnexplained).toBe(false);
  });

  const unscored = { score: null, deceased: false, scoreUnexplained: false };
  it.each([
    ['the lowest score', '0300', { ...unscored, score: 300 }],
    ['the highest', '0850', { ...unscored, score: 850 }],
    ['a deceased consumer', '0001', { ...unscored, deceased: true }],
    ['a file too thin to score', '0004', unscored],
    ['a code that no list explains', '0007', { ...unscored, scoreUnexplained: true }],
    ['a code of FICO', '9002', { ...unscored, scoreUnexplained: true }],
    ['just under the range', '0299', { score: null }],
    ['just over it', '0851', { score: null }],
    ['no number', 'N/A', { score: null }],
  ])('with %s: %s', (_, score, expected) => {
    expect(fileWith({ riskModel: [{ modelIndicator: 'V4', score }] })).toMatchObject(expected);
  });

  const court = (courtName: string, status: string) => ({ courtName, status, filingDate: '09152024' });
  it('counts a bankruptcy by its status or its court', () => {
    const publicRecord = [
      court('', '15'),
      { ...court('', '16'), statusDate: '12012025' },
      court('US BKPT CT UT SALT LAKE', '99'),
    ];
    expect(fileWith({ publicRecord }).bankruptcies).toEqual([
      { monthsSince: 17, open: true },
      { monthsSince: 3, open: false },
      { monthsSince: 17, open: true },
    ]);
  });

  it.each([
    ['a date', '09152024', { bankruptcy: 17, oldest: 17 }],
    ['one without a day', '09002024', { bankruptcy: 18, oldest: 18 }],
    ['none', undefined, { bankruptcy: 0, oldest: null }],
    ['an empty one', '', { bankruptcy: 0, oldest: null }],
    ['a word', 'UNKNOWN', { bankruptcy: 0, oldest: null }],
    ['zeros', '00000000', { bankruptcy: 0, oldest: null }],
    ['one of another form', '2024-09-15', { bankruptcy: 0, oldest: null }],
  ])('with %s counts an undated bankruptcy as recent, and neither an undated inquiry nor the age of a line', (_, date, expected) => {
    const file = fileWith({
      publicRecord: [{ status: '16', filingDate: date }],
      inquiry: [{ date }],
      tradeline: [{ openDate: date }],
    });
    expect(file).toMatchObject({
      bankruptcies: [{ monthsSince: expected.bankruptcy, open: false }],
      inquiries6Months: 0,
      oldestTradeLineMonths: expected.oldest,
    });
  });

  it('takes the date when a bankruptcy was filed where its discharge has none', () => {
    for (const statusDate of ['', 'UNKNOWN'])
      expect(fileWith({ publicRecord: [{ ...court('', '16'), statusDate }] }).bankruptcies).toEqual([
        { monthsSince: 17, open: false },
      ]);
  });

  it('counts no lien and no civil judgment as a bankruptcy', async () => {
    const { file } = await bureau().softPull({ ...person, ssn: '666010034' }, [], signal());
    expect(file.bankruptcies).toEqual([]);
    const publicRecord = [court('THIRD DISTRICT COURT', '02'), { filingDate: '09152024' }];
    expect(fileWith({ publicRecord }).bankruptcies).toEqual([]);
  });
});

describe('the attributes of a report', () => {
  const attributesOf = (profile: object) =>
    bureauAttributesOf(parsed(profile), { score: 'V4', income: undefined, exclusions: {} });

  it('are none where a package is absent or unreadable, and the report is not lost', () => {
    expect(attributesOf({}).summaries).toEqual({});
    expect(attributesOf({ summaries: 'NONE' }).summaries).toEqual({});
    const attributes = [{ id: 'ALL8220', value: '0120' }, { id: 'BCC7110' }];
    const expected = { PREMIER: { ALL8220: '0120' } };
    expect(attributesOf({ summaries: [{ summaryType: 'PREMIER', attributes }] }).summaries).toEqual(expected);
  });

  it('include the model’s code in place of a score', () => {
    const riskModel = (score: string) => [{ modelIndicator: 'V4', score }];
    expect(attributesOf({ riskModel: riskModel('0004') }).exclusionCode).toBe('4');
    expect(attributesOf({ riskModel: riskModel('0680') }).exclusionCode).toBeNull();
    expect(attributesOf({ riskModel: [] }).exclusionCode).toBeNull();
  });
});

it('refuses a score model other than the one that notices name', () => {
  expect(() => assertScoreModel('V4', 'VantageScore 4.0')).not.toThrow();
  expect(() => assertScoreModel('V3', 'VantageScore 4.0')).toThrow(SetupError);
  // The contract may name it in a way that we do not know.
  expect(() => assertScoreModel('OTHER', 'VantageScore 4.0')).not.toThrow();
});
