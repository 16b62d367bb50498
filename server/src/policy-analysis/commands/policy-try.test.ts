import { describe, expect, it } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { defineCommand, runCommand } from '../../commands/command.ts';
import { approvalInputsSchema } from '../../credit-policy/inputs.ts';
import { policyTry } from './policy-try.ts';
import { sampleApplicant, sampleOptions } from './sample-applicant.ts';

const { attributes } = loadLender().policy;
const TODAY = '2026-11-20';
async function attempt(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const dated = args.includes('--help') ? args : [...args, '--on', TODAY];
  await runCommand(policyTry, { env: {}, args: dated, print: (line) => lines.push(line) });
  return lines.join('\n');
}
async function sampleOf(args: readonly string[], of: typeof attributes) {
  let sample: ReturnType<typeof sampleApplicant> | undefined;
  const command = defineCommand('sample', 'a made-up applicant', {
    options: sampleOptions,
    run: async (_, options) => {
      sample = sampleApplicant(options, of);
    },
  });
  await runCommand(command, { env: {}, args, print: () => {} });
  return sample;
}

describe('policy:try', () => {
  it('prices a good applicant', async () => {
    const output = await attempt('--score', '680', '--state', 'TX', '--amount', '5000');
    expect(output).toContain('PREQUALIFIED on 2026-11-20, soft pull, by policy 2026.1+');
    expect(output).toMatch(/small: \$2,501 to \$6,000\n {2}24 months/);
  });

  it('says whether the fast path is offered, and marks its notice as a sample', async () => {
    expect(await attempt('--score', '560')).toContain('Your reference is SAMPLE.');
    expect(await attempt('--score', '640', '--amount', '5000')).toContain('fast path: not offered');
  });

  it.each([
    [['--open-bankruptcy', '40'], 'DECLINED', 'E-40'],
    [['--bankruptcy', '12'], 'DECLINED', 'E-41'],
    [['--fraud', 'REVIEW'], 'STEP_UP', 'E-20'],
    [['--fraud', 'REJECT'], 'REJECTED', 'E-10'],
    [['--frozen', '--score', 'none'], 'DECLINED', 'E-30'],
    [['--no-file', '--score', 'none'], 'DECLINED', 'E-31'],
    [['--hard-pull', '--alert', 'address-alert'], 'REFER', 'A-20'],
    [['--hard-pull', '--alert', 'confirmed-fraud'], 'REJECTED', 'A-10'],
    [['--hard-pull', '--collections', '1', '--seen-collections', '0'], 'DECLINED', 'A-32'],
    [['--hard-pull', '--collections', '1'], 'APPROVED', 'R-S-700'],
    [['--alert', 'active-duty'], 'STEP_UP', 'E-23'],
    [['--alert', 'initial-fraud'], 'STEP_UP', 'E-21'],
    [['--address-discrepancy'], 'STEP_UP', 'E-24'],
    [['--set', 'ssnConflict=true'], 'STEP_UP', 'E-25'],
    [['--hard-pull', '--set', 'overdrafts=6'], 'DECLINED', 'A-33'],
    [['--set', 'deviceChecked=false'], 'STEP_UP', 'E-28'],
    [['--set', 'captchaConfirmed=false'], 'PREQUALIFIED', 'R-S-700'],
  ])('with %j is %s by %s', async (args, kind, row) => {
    const output = await attempt(...args);
    expect(output.split(' ')[0]).toBe(kind);
    expect(output).toContain(` ${row}: `);
  });

  it('takes every input of a decision', async () => {
    const sample = await sampleOf(
      [
        ...'--residence own --vehicle 9000 --vehicle-year 2015 --oldest-line-months none'.split(' '),
        ...'--estimated-income none --hard-pull --late-90 2 --seen-late-90 1 --bankruptcy 30'.split(' '),
        ...['--factors', '32,99', '--factor-text', '99=Its words'],
        ...['vehicle=null', 'cleared=["approval/A-21"]', 'offeredAtMost=500000', 'reportedOn="2026-03-02"']
          .concat('militaryUnanswered=true', 'overdrafts=3', 'partner="harborlight"')
          .flatMap((value) => ['--set', value]),
      ],
      attributes,
    );
    expect(sample?.inputs).toMatchObject({
      scoreFactors: ['32', '99'],
      scoreFactorTexts: { '99': 'Its words' },
      residentialStatus: 'own',
      oldestTradeLineMonths: null,
      estimatedIncomeCents: null,
      vehicle: null,
      bankruptcies: [{ monthsSince: 30, open: false }],
      atPrequalification: { delinquencies90: 1 },
      attributes: { overdrafts: 3, partner: 'harborlight', cardUtilization: null },
    });
    for (const name of Object.keys(approvalInputsSchema.shape)) expect(sample?.inputs).toHaveProperty(name);
    await expect(sampleOf(['--set', 'nonsense=1'], {})).rejects.toThrow('nonsense');
    const ratio = '--set bankLoanPaymentsToIncome is a ratio; set what it divides.';
    await expect(sampleOf(['--set', 'bankLoanPaymentsToIncome=9'], attributes)).rejects.toThrow(ratio);
  });

  it('lists the attributes that can be set, and no ratio', async () => {
    const help = await attempt('--help');
    expect(help).toContain('--set overdrafts=…       Overdraft and returned payment fees');
    expect(help).not.toContain('bankLoanPaymentsToIncome');
  });

  it('prints the notice of a decline, and the rights in it', async () => {
    const output = await attempt('--score', '550', '--factors', '32,14,16');
    expect(output).toContain('because: Balances on bankcard or revolving accounts are too high');
    expect(output).toContain('NOTICE OF ACTION TAKEN AND STATEMENT OF REASONS');
    expect(output).toContain('- The total of all balances on your open accounts is too high');
    expect(output).toContain('Equal Credit Opportunity Act prohibits');
    expect(await attempt('--frozen', '--score', 'none')).toContain('## Your credit file is frozen');
  });
});
