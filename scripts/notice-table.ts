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
import { accountUpdateEmail } from '#server/wording/account-emails.ts';
import { emailedFiles } from '#server/wording/document-files.ts';
import {
  documentsEmail,
  heldEmail,
  offersReadyEmail,
  unsignedDocumentsEmail,
  verificationDoneEmail,
} from '#server/wording/emails.ts';
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

const to = { firstName: '', link: '', days: 1, mask: '' };
const someDay = isoDate('2026-01-01');
/** The stages' emails that carry no notice, by their operation. */
const emailOfStage: Readonly<Record<string, { readonly subject: string }>> = {
  'approval-over': approvalOverEmail(lender, { ...to, how: 'expired', applyLink: '' }),
  held: heldEmail(lender, to),
  'offers-ready': offersReadyEmail(lender, { ...to, most: cents(0), goodThrough: someDay }),
  'verification-made': verificationDoneEmail(lender, to),
  documents: documentsEmail(lender, {
    ...to,
    expires: new Date(someDay),
    amount: undefined,
    promise: undefined,
  }),
  unsigned: unsignedDocumentsEmail(lender, { ...to, outcome: 'missing' }),
  'account-update': accountUpdateEmail(lender, 'returned', to),
};
function subjectOf(operation: string): string {
  const email = emailOfStage[operation];
  if (email === undefined) throw new Error(`The table has no email for ${operation}.`);
  return `email “${email.subject}”`;
}

const spouseStates = lender.stateRequirements
  .filter(({ place }) => place === 'spouse-notice')
  .flatMap(({ states }) => states.map((code) => lender.states.find((one) => one.code === code)?.name ?? code))
  .join(', ');

const titleOf = (kind: EmailedKind) => emailedFiles[kind].map(({ title }) => title).join(', ');
const delivered = (kind: EmailedKind) =>
  `${titleOf(kind)}: ${kinds[kind].letter === 'at-once' ? 'email, and letter unless a PDF was opened' : 'email'}`;
const adverse = (one: AdverseNotice) =>
  one.notice === 'denial'
    ? `${titleOf('denial')} (${one.basis})`
    : `${titleOf('incomplete')} (${one.missing})`;

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

/** The email about a state that carries no notice. */
function emailAbout(name: StateName): readonly string[] {
  const { notifiedBy: by } = stateOf(name);
  switch (by.by) {
    case 'email': {
      const facts = { firstName: '', resume: undefined, applyLink: '' };
      return [`email “${stateEmail(lender, by.email, facts).subject}”`];
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
  const because = required.notice === 'none' ? [`no notice required: ${required.because}`] : [];
  return [...atOnce(name).map(delivered), ...emailAbout(name), ...because].join('<br>') || '–';
}

const letters = (name: StateName) =>
  atOnce(name)
    .filter((kind) => kinds[kind].letter !== 'never')
    .map((kind) => `${titleOf(kind)}: letter if not viewed`)
    .join('<br>') || '–';

function drafted(required: RequiredNotice): string {
  if (required.notice === 'incomplete') return adverse(required);
  if (required.notice !== 'manual-review') return '–';
  return required.otherwise === undefined
    ? 'a reviewer must decide'
    : `a reviewer must decide; draft of: ${adverse(required.otherwise)}`;
}

function decided(required: RequiredNotice): string {
  if (required.notice !== 'manual-review') return '–';
  return required.otherwise === undefined ? 'a reviewer alone decides' : adverse(required.otherwise);
}

const row = (name: StateName) => {
  const { statusText: text, requiredNotice } = stateOf(name);
  const cells = [dayOne(name), letters(name), drafted(requiredNotice), decided(requiredNotice)];
  return `| \`${name}\`<br>${statusText[text].heading} | ${cells.join(' | ')} |`;
};

const table = (names: readonly StateName[]) =>
  [
    `| State | Day 0 | Day ${unviewedDays} | Day ${noticeDraftDays} | Day ${noticeSendDays} |`,
    '|---|---|---|---|---|',
    ...names.map(row),
  ].join('\n');

/** The page, as the product is now. */
export function noticePage(): string {
  const open = stateNames.filter((name) => !endedStates.includes(name));
  const deliveries = (Object.keys(kinds) as EmailedKind[]).map((kind) => {
    const { letter, linkDays, source } = kinds[kind];
    return `| ${titleOf(kind)} | ${letter} | ${linkDays} | ${source} |`;
  });
  return `# Notices, day by day

\`npm run notices:table\` writes this page from the statechart and the lender's data; a test compares it. Days of required notices count from
the completed application, and the others from the notice. A denial or an approval is given once. The email about the loan
documents carries the approval: only applicants who stop before it get one about the approval. After a bounced email or a withdrawn
consent every notice is a letter, and where the phone gets no text messages a letter goes out too, because a text code opens an emailed document
([decision 40](decisions/0040-letters-and-esign-access.md)). What each state requires is in [decision 39](decisions/0039-required-notices.md).

## Where an application ends

${table(endedStates)}

## Where an application waits or is left

${table(open)}

## How each document is delivered

Everyone with offers also gets the credit score disclosure, once for each score used, with the email about the offers; borrowers get the copy of their automatic
payments' authorization, and a borrower's spouse in ${spouseStates} a letter.

| Document | Letter | Its link works (days) | Source |
|---|---|---|---|
${deliveries.join('\n')}
`;
}

if (import.meta.main) writeFileSync(join(import.meta.dirname, '../docs/notices.md'), noticePage());
