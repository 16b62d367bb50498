import { describe, expect, it } from 'vitest';
import { printedBy } from '../../../test/printed-by.ts';
import { runCommand } from '../../commands/command.ts';
import { policyTry } from './policy-try.ts';

const none = JSON.stringify({ delinquencies90: 0, collections: 0, chargeOffs: 0 });
const TODAY = '2026-11-20';
function attempt(...args: string[]): Promise<string> {
  const dated = args.includes('--help') ? args : [...args, '--on', TODAY];
  return printedBy((print) => runCommand(policyTry, { env: {}, args: dated, print }));
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
    [['--set', 'bankruptcies=[{"monthsSince":40,"open":true}]'], 'DECLINED', 'E-40'],
    [['--set', 'fraudDecision=REJECT'], 'REJECTED', 'E-10'],
    [['--set', 'frozen=true', '--score', 'none'], 'DECLINED', 'E-30'],
    [['--hard-pull', '--set', 'confirmedIncome=null'], 'REFER', 'A-21'],
    [['--hard-pull', '--set', 'collections=1', '--set', `atPrequalification=${none}`], 'DECLINED', 'A-32'],
    [['--hard-pull', '--set', 'collections=1'], 'APPROVED', 'R-S-700'],
    [['--set', 'alerts=["active-duty"]'], 'STEP_UP', 'E-23'],
    [['--hard-pull', '--set', 'overdrafts=6'], 'DECLINED', 'A-33'],
    [['--set', 'captchaConfirmed=false'], 'PREQUALIFIED', 'R-S-700'],
  ])('with %j is %s by %s', async (args, kind, row) => {
    const output = await attempt(...args);
    expect(output.split(' ')[0]).toBe(kind);
    expect(output).toContain(` ${row}: `);
  });

  it('refuses an input that no decision has, and a ratio', async () => {
    await expect(attempt('--set', 'nonsense=1')).rejects.toThrow('nonsense');
    const ratio = '--set bankLoanPaymentsToIncome is a ratio; set what it divides.';
    await expect(attempt('--set', 'bankLoanPaymentsToIncome=9')).rejects.toThrow(ratio);
  });

  it('lists what can be set, and no ratio', async () => {
    const help = await attempt('--help');
    expect(help).toContain('--set inquiries6Months=…');
    expect(help).toContain('--set overdrafts=…       Overdraft and returned payment fees');
    expect(help).not.toContain('bankLoanPaymentsToIncome');
  });

  it('prints the notice of a decline, and the rights in it', async () => {
    const output = await attempt('--score', '550', '--factors', '32,14,16');
    expect(output).toContain('because: Balances on bankcard or revolving accounts are too high');
    expect(output).toContain('NOTICE OF ACTION TAKEN AND STATEMENT OF REASONS');
    expect(output).toContain('- The total of all balances on your open accounts is too high');
    expect(output).toContain('Equal Credit Opportunity Act prohibits');
    expect(await attempt('--set', 'frozen=true', '--score', 'none')).toContain(
      '## Your credit file is frozen',
    );
  });
});
