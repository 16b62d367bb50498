import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { loadLender } from '#lender/load.ts';
import { loanAgreementRulesOn } from '#lender/loan-agreement.ts';
import { testFolder } from '../../test/test-folder.ts';
import { runCommand } from '../commands/command.ts';
import { documentText } from '../commands/document-text.ts';
import type { DocumentModel } from '../pdf/document-model.ts';
import { dollars } from '../pdf/format.ts';
import { renderPdf } from '../pdf/render-pdf.ts';
import { approvalDocument } from '../wording/approval-notice.ts';
import { documents, exampleDocuments } from './documents.ts';

const lender = loadLender();
const on = isoDate('2026-03-05');
const [small, , secured] = lender.policy.programs;
if (small === undefined || secured === undefined) throw new Error('The demo lender has three programs.');
const noteIn = (state: string) => renderedIn(state)['promissory-note'] as DocumentModel;
const made = new Map<string, ReturnType<typeof exampleDocuments>>();
const renderedIn = (state: string, program = small, militaryCovered = false) => {
  const key = `${state} ${program.name} ${militaryCovered}`;
  const rendered = made.get(key) ?? exampleDocuments(lender, { state, program, militaryCovered, on });
  made.set(key, rendered);
  return rendered;
};

const inCents = (text: unknown) => Math.round(Number(String(text).replace(/[$,]/g, '')) * 100);

/** What the Truth in Lending disclosure of a loan states, in cents. */
function factsIn(rendered: Readonly<Record<string, DocumentModel>>) {
  const { blocks } = rendered['truth-in-lending'] as DocumentModel;
  const box = blocks.find((block) => block.kind === 'box');
  const schedule = blocks.find((block) => block.kind === 'table');
  const [apr = '', charge, amount, total] = (box?.figures ?? []).map(({ value }) => value);
  const [most, end] = schedule?.rows ?? [];
  return {
    ...{ apr, charge: inCents(charge), amount: inCents(amount), total: inCents(total) },
    ...{ payments: Number(most?.[0]) + 1, monthly: inCents(most?.[1]), last: inCents(end?.[1]) },
  };
}

describe.each(lender.states)('the documents of a loan in $name', ({ code, name }) => {
  it('have every figure filled in, and no mark of a template left', () => {
    const rendered = [small, secured].flatMap((program) =>
      (program.isAutoSecured ? [false] : [false, true]).flatMap((military) =>
        Object.entries(renderedIn(code, program, military)),
      ),
    );
    const unfilled = /[{}]|\*\*|undefined|NaN|\bnull\b|\[object|\/(sig|date)\d/;
    for (const [kind, document] of rendered)
      expect(`${kind}: ${documentText(document)}`).not.toMatch(unfilled);
  });

  it('state its law, courts, license, fees for late and returned payments, and how to opt out of arbitration', () => {
    const rules = loanAgreementRulesOn(lender.loanAgreement, code, on);
    const note = documentText(noteIn(code));
    for (const words of [
      `the law of ${name}`,
      'a court of the county, parish or independent city where you live',
      `in ${name}: ${rules.license.number}.`,
      `within ${rules.lateCharge.afterDays} days after it is due, you owe a late charge of ${rules.lateCharge.percentOfPayment}%`,
      `you owe a fee of ${dollars(cents(rules.returnedPayment.fee))}, once`,
      'You may opt out of it.',
      'within 60 days after you sign',
    ])
      expect(note).toContain(words);
  });

  it('have the state’s own wording, and no other state’s', () => {
    const requirements = lender.stateRequirements;
    for (const program of lender.policy.programs) {
      const { amount } = factsIn(renderedIn(code, program));
      const all = Object.values(renderedIn(code, program)).map(documentText).join('\n');
      for (const { states, place, amountCents = {}, wording } of requirements) {
        const { min = 0, max = Number.POSITIVE_INFINITY } = amountCents;
        const applies = states.includes(code) && place !== 'application' && min <= amount && amount <= max;
        // The start of each sentence, to its first figure.
        for (const start of wording.map((words) => words.split('{')[0]?.trim() ?? ''))
          expect(all.includes(start), start).toBe(applies);
      }
      for (const other of lender.states)
        if (other.code !== code && !other.name.includes(name) && !name.includes(other.name))
          // The privacy notice has a pointer for people in California.
          expect(all.replace(/for people in California/g, '')).not.toMatch(new RegExp(`\\b${other.name}\\b`));
    }
  });

  it('have the same figures in the note, the disclosure and the authorization of automatic payments', () => {
    for (const program of lender.policy.programs) {
      const rendered = renderedIn(code, program);
      const { amount, apr, charge, total, payments, monthly, last } = factsIn(rendered);
      const textOf = (kind: string) => documentText(rendered[kind] as DocumentModel);
      expect(charge + amount).toBe(total);
      expect((payments - 1) * monthly + last).toBe(total);
      const disclosure = textOf('truth-in-lending');
      expect(disclosure).toContain(`ANNUAL PERCENTAGE RATE: ${apr}`);
      expect(disclosure).toContain(`${payments - 1} | ${dollars(cents(monthly))} |`);
      for (const words of [
        `pay us ${dollars(cents(amount))}`,
        `with interest at ${apr} a year`,
        `${payments - 1} monthly payments of ${dollars(cents(monthly))} and a last one of ${dollars(cents(last))}`,
        `Total of payments ${dollars(cents(total))}, which includes ${dollars(cents(charge))} of interest.`,
      ])
        expect(textOf('promissory-note')).toContain(words);
      const authorization = textOf('autopay-authorization');
      expect(authorization).toContain(`monthly payment of ${dollars(cents(monthly))}`);
      expect(authorization).toContain(`last payment is ${dollars(cents(last))}`);
    }
  });

  it('show another amount for an early payoff only where it is lower by more than rounding', () => {
    for (const program of lender.policy.programs) {
      const note = renderedIn(code, program)['promissory-note'] as DocumentModel;
      const table = note.blocks.find((block) => block.kind === 'table');
      if (table?.columns.at(-1)?.header !== 'Pays off the loan') continue;
      const differences = table.rows.map((row) => inCents(row.at(-2)) - inCents(row.at(-1)));
      expect(Math.max(...differences), program.name).toBeGreaterThan(100);
    }
  });

  it('never hold a borrower whom the Military Lending Act covers to arbitration', () => {
    for (const document of Object.values(renderedIn(code, small, true)))
      expect(documentText(document)).not.toMatch(/arbitrat/i);
  });

  it('are rendered as a note of a few numbered pages that name the version of their wording', async () => {
    const note = noteIn(code);
    expect(note.wording).toMatchObject({ template: 'promissory-note', version: 1 });
    expect(note.wording?.sha256).toMatch(/^[0-9a-f]{64}$/);
    const { pages, places } = await renderPdf(note);
    expect(pages).toBeLessThanOrEqual(7);
    expect(places).toHaveLength(2);
  });
});

it('reads a name as a name, whatever characters it has', () => {
  const name = 'A**B {amount}';
  const dates = { date: on, madeAt: new Date(), appliedOn: on };
  const about = { ...dates, reference: 'R', applicant: { name, address: [] } };
  expect(documentText(approvalDocument(lender, about))).toContain(`Dear ${name}:`);
});

// A letter goes out after an email bounced, too.
it.each(['incomplete-notice', 'approval-notice'])('names a phone beside the emailed link: %s', (kind) => {
  const words = documentText(renderedIn('TX')[kind] as DocumentModel);
  expect(words).toContain('call us at (801) 555-0100');
  expect(words).not.toContain('that we emailed you');
});

async function run(...args: string[]): Promise<readonly string[]> {
  const lines: string[] = [];
  await runCommand(documents, { env: {}, args: [...args, '--on', on], print: (line) => lines.push(line) });
  return lines;
}

describe('npm run documents', () => {
  it('writes one PDF for each document of a loan and each notice', async () => {
    const folder = testFolder();
    const written = await run('--state', 'WI', '--program', 'big_auto', '--to', folder);
    expect(readdirSync(folder)).toHaveLength(written.length);
    const kinds = 'promissory-note security-agreement autopay-authorization denial spouse-notice'.split(' ');
    for (const kind of kinds)
      expect(readFileSync(join(folder, `${kind}.pdf`), 'latin1').slice(0, 5)).toBe('%PDF-');
  });

  it.each([
    [['--state', 'ZZ', '--program', 'small'], '--state is one of'],
    [['--state', 'TX', '--program', 'tiny'], '--program is one of small, large, big_auto'],
    [['--state', 'TX', '--program', 'small', '--amount', '9000'], 'no such amount in TX'],
    [['--state', 'TX', '--program', 'small', '--on', 'soon'], 'It is a day written YYYY-MM-DD.'],
    [['--state', 'TX'], "required option '--program <small>' not specified"],
    [
      ['--state', 'TX', '--program', 'big_auto', '--military', 'yes'],
      'No vehicle is taken from covered members of the military.',
    ],
  ])('refuses %j with a sentence', async (args, sentence) => {
    await expect(run(...args)).rejects.toThrow(sentence);
  });
});
