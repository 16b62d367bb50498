// What sentences claim, and of which states and facts each claim is true. Status texts, pages, buttons and emails are held to it.
import type { StateDeclaration, StateFacets } from '#server/journey/state-declaration.ts';

export interface Claimed
  extends Omit<StateFacets, 'publicOutcome' | 'resumable' | 'emailedLink' | 'replaceable'>,
    Pick<StateDeclaration, 'phase' | 'requiredNotice'> {
  readonly part: string;
  readonly hasSentDocuments?: boolean;
  readonly isPaidOff?: boolean;
}
type Law = (state: Claimed) => boolean;

const isEnded: Law = ({ phase }) => phase === 'ended';
const isSigned: Law = ({ signing }) => signing === 'completed';
/** What only the branch can decide is no denial, although it ended here. */
const isDenied: Law = ({ status, approval, branchCalls, requiredNotice: { notice } }) =>
  !branchCalls &&
  (notice === 'denial' ||
    ['DECLINED', 'REJECTED'].includes(status) ||
    ['declined', 'rejected'].includes(approval));

/** Without the documents that it waits for, it is the applicant's. */
const isOurTurn: Law = ({ phase, signing, heldFor, hasSentDocuments }) => {
  const waitsForPapers = phase === 'waiting' && signing === 'completed' && heldFor === 'nothing';
  return heldFor === 'identity' || heldFor === 'bank' || waitsForPapers
    ? hasSentDocuments === true
    : phase === 'waiting';
};

const claims: readonly (readonly [claim: RegExp, holds: Law])[] = [
  [
    /\b(?:are|'re) prequalified\b/,
    ({ phase, part, deadline }) => phase === 'live' && part === 'offers' && deadline === 'offers',
  ],
  [
    /\bPrequalified for\b/,
    ({ status, phase, signing }) => status === 'PREQUALIFIED' && phase !== 'ended' && signing !== 'completed',
  ],
  [/\bis verified\b/, ({ verification, heldFor }) => verification === 'FINISHED' && heldFor === 'nothing'],
  [/\b(?:You're|been|We) approved\b/, ({ approval }) => approval === 'approved'],
  [/(?<!whether )\b[Yy]our (?:loan )?documents are signed\b/, isSigned],
  [/\b(?:stays signed|[Yy]ou signed your documents|Your loan is signed|Thank you for signing)\b/, isSigned],
  [/^(?:Your|We|You)\b.*\b(?:decided|expired|ended|closed|withdrew|withdrawn|canceled)\b/, isEnded],
  [/\boffers? (?:has|have) expired\b/, ({ offersPast }) => ['expired', 'void'].includes(offersPast)],
  [/\b(?:no loan was made|owe us anything)\b/i, (state) => isEnded(state) && !isSigned(state)],
  [/\bneed to do anything\b/, isOurTurn],
  [
    /\b(?:records don't match|doesn't match everything|couldn't verify everything)\b/,
    ({ heldFor, verification }) => heldFor === 'bank' && verification === 'FINISHED',
  ],
  [/\b(?:Why we said no|can't offer you a loan at|do not have any loan offers)\b/, isDenied],
  [/\bisn't a decision\b/, (state) => !isDenied(state)],
  [
    /\b(?:Please send|Send us (?:the documents|your)|We still need)\b/,
    ({ hasSentDocuments }) => !hasSentDocuments,
  ],
  [
    /\b(?:Make your first payment|make payments|payment yourself|Set up (?:my payments|autopay))\b/,
    (state) => isSigned(state) && !state.isPaidOff,
  ],
  [/\basked your branch to call\b/, ({ branchCalls }) => branchCalls],
  [/\bWe made (?:a|no) hard inquiry\b/, ({ tellsInquiry }) => tellsInquiry],
  [/\bWe'll email you (?:our answer|as soon as|what happens|when)\b/, isOurTurn],
];

/** The sentences that are not true of the state. */
export const untrue = (sentences: readonly string[], state: Claimed): readonly string[] =>
  sentences.filter((sentence) => claims.some(([claim, holds]) => claim.test(sentence) && !holds(state)));
