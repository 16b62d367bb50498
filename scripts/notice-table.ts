// `npm run notices:table`: writes docs/notices.md, the day-by-day table of who gets which notice, from the statechart and the lender's data.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isoDate } from '#finance/dates.ts';
import { cents } from '#finance/money.ts';
import { timeLimitsOn } from '#lender/in-force.ts';
import { loadLender } from '#lender/load.ts';
import type { EmailedKind } from '#lender/schema/document-delivery.ts';
import { endedStates, type StateName, stateNames, stateOf } from '#server/journey/chart.ts';
import type { AdverseNotice, RequiredNotice } from '#server/journey/required-notices.ts';
import { emailedFiles } from '#server/wording/document-files.ts';
import {
  documentsEmail,
  heldEmail,
  offersReadyEmail,
  unsignedDocumentsEmail,
  verificationDoneEmail,
} from '#server/wording/emails.ts';
import { accountUpdateEmail } from '#server/wording/loan-emails.ts';
import { approvalOverEmail } from '#server/wording/notice-emails.ts';
import { stateEmail } from '#server/wording/state-emails.ts';
import { statusText } from '#server/wording/status-text.ts';

const lender = loadLender();
const { unviewedDays, kinds } = lender.documentDelivery;
const { noticeDraftDays, noticeSendDays } = timeLimitsOn(lender.policy, '2026-01-01');

/** The notice that a stage's own email carries, by the email's operation. */
const noticeOfStage: Readonly<Record<string, EmailedKind>> = {
  'adverse-action': 'denial',
  'signed-copy': 'signed-documents',
  'withdrawal-notice': 'withdrawal',
};

const to = { link: '', days: 1, mask: '' };
const someDay = isoDate('2026-01-01');
/** The stages' emails that carry no notice, by their operation. */
const emailOfStage: Readonly<Record<string, { readonly subject: string }>> = {
  'approval-over': approvalOverEmail({ applyLink: '' }),
  held: heldEmail(),
  'offers-ready': offersReadyEmail({ ...to, most: cents(0), goodThrough: someDay }),
  'verification-made': verificationDoneEmail(to),
  documents: documentsEmail(
    { ...to, expires: new Date(someDay), timeZone: 'UTC', amount: undefined, promise: undefined },
    lender,
  ),
  unsigned: unsignedDocumentsEmail(to, lender),
  'account-update': accountUpdateEmail('returned', to),
};
const quoted = (subject: string) => `“${subject}”`;
function subjectOf(operation: string): string {
  const email = emailOfStage[operation];
  if (email === undefined) throw new Error(`The table has no email for ${operation}.`);
  return quoted(email.subject);
}

const spouseStates = lender.stateRequirements
  .filter(({ place }) => place === 'spouse-notice')
  .flatMap(({ states }) => states)
  .map((code) => lender.states.find((state) => state.code === code)?.name ?? code)
  .join(', ');

const titleOf = (kind: EmailedKind) => emailedFiles[kind].map(({ title }) => title).join(', ');
const adverse = (notice: AdverseNotice) =>
  notice.notice === 'denial' ? `denial (${notice.basis})` : `incomplete (${notice.missing})`;

/** The notices that go out when an application comes into a state. */
function atOnce(name: StateName): readonly EmailedKind[] {
  const {
    requiredNotice: { notice },
    notifiedBy,
  } = stateOf(name);
  const requiredNotice =
    notice === 'denial' || notice === 'approval' || notice === 'counteroffer' ? [notice] : [];
  const ofStage = notifiedBy.by === 'stage' ? noticeOfStage[notifiedBy.operation] : undefined;
  return [...new Set([...requiredNotice, ...(ofStage === undefined ? [] : [ofStage])])];
}

function emailAbout(name: StateName): readonly string[] {
  const { notifiedBy: by } = stateOf(name);
  switch (by.by) {
    case 'email': {
      const facts = { resume: undefined, applyLink: '' };
      return [quoted(stateEmail(by.email, facts, lender).subject)];
    }
    case 'stage':
      return by.operation in noticeOfStage ? [] : [subjectOf(by.operation)];
    case 'promise':
      return [`${subjectOf(by.operation)}, if the page promised one`];
    case 'not-an-applicant':
    case 'branch':
      return [`none: ${by.because}`];
    default:
      return [];
  }
}

function dayOne(name: StateName): string {
  const { requiredNotice: required } = stateOf(name);
  const sent = [...atOnce(name), ...emailAbout(name)];
  const becauseNone = required.notice === 'none' && !sent.some((notice) => notice.startsWith('none: '));
  return [...sent, ...(becauseNone ? [`no notice required: ${required.because}`] : [])].join('<br>') || '–';
}

function drafted(required: RequiredNotice): string {
  if (required.notice === 'incomplete') return adverse(required);
  return required.notice === 'manual-review' ? 'a person decides' : '–';
}

function decided(required: RequiredNotice): string {
  if (required.notice !== 'manual-review') return '–';
  return required.otherwise === undefined ? 'nothing' : adverse(required.otherwise);
}

/** States with the same notices and the same heading share a row. */
function table(names: readonly StateName[]): string {
  const rows = Map.groupBy(names, (name) => {
    const { statusText: text, requiredNotice } = stateOf(name);
    const cells = [statusText[text].heading, dayOne(name), drafted(requiredNotice), decided(requiredNotice)];
    return cells.join(' | ');
  });
  return [
    `| State | Status page | Day 0 | Day ${noticeDraftDays} | Day ${noticeSendDays} |`,
    '|---|---|---|---|---|',
    ...[...rows].map(([cells, states]) => `| ${states.map((name) => `\`${name}\``).join(', ')} | ${cells} |`),
  ].join('\n');
}

export function noticePage(): string {
  const open = stateNames.filter((name) => !endedStates.includes(name));
  const deliveries = (Object.keys(kinds) as EmailedKind[]).map((kind) => {
    const { letter, linkDays } = kinds[kind];
    return `| ${kind} | ${titleOf(kind)} | ${letter} | ${linkDays} |`;
  });
  return `# Notices, day by day

\`npm run notices:table\` writes this page from the statechart and the lender's data; a test compares it. Days of required notices count from
the completed application. A denial or an approval is given once. The email about the loan documents carries the approval: only
applicants who stop before it get one about the approval. Texts in quotation marks are subjects of emails. Where a person decides, there is a draft
on day ${noticeDraftDays}; without a decision, what the last column names is sent.

## Where an application ends

${table(endedStates)}

## Where an application waits or is left

${table(open)}

## How each document is delivered

Every document is emailed as a link; \`lender/document-delivery.json\` has the law behind each. Letters with \`at-once\` go out beside the email until the applicant has opened a PDF; these and \`if-unviewed\` go
out ${unviewedDays} days after an email whose document was not viewed. After a bounced email or a withdrawn consent every notice is a letter. Where the phone gets
no text messages a letter goes out too, because a text code opens an emailed document ([decision 40](decisions/0040-letters-and-esign-access.md)).

Everyone with offers also gets the credit score disclosure, once for each score used, with the email about the offers; borrowers get the copy of their automatic
payments' authorization, and a borrower's spouse in ${spouseStates} a letter.

| Kind | Document | Letter | Its link works (days) |
|---|---|---|---|
${deliveries.join('\n')}
`;
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../docs/notices.md'), noticePage());
