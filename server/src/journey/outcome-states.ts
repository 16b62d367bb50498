// Ends of an application that its applicant is told of in writing: withdrawn, rejected after the hard pull, denied by a person or for want of a
// decision in time.
import type { StateDeclaration } from './state-declaration.ts';
import {
  approved,
  endedInError,
  fastPath,
  known,
  managing,
  ongoing,
  undecided,
  verified,
} from './state-groups.ts';
import { byNotice, byStage, counteroffer, denial, nothing } from './state-notices.ts';

export const outcomeStates = {
  // The final run approved other terms than the one-click ones (12 CFR 1002.9(a)(1)(iv)). The applicant accepts or declines them.
  FAST_PATH_COUNTEROFFER: {
    words: 'fastPathCounteroffer',
    ...fastPath,
    approval: 'pending',
    rest: 'fast-path-counteroffer',
    actions: ['fastPathStatus', 'counteroffer', 'counterofferNotice', ...ongoing],
    marker: 'fastPath',
    course: 'live',
    owes: counteroffer,
    told: byNotice,
  },
  // Like APPROVED, but not for what the applicant accepted.
  APPROVED_OTHERWISE: {
    words: 'approvedOtherwise',
    ...approved,
    rest: 'approval-payment',
    also: ['verification-manage'],
    actions: ['job', 'approval', 'chooseOffer', 'counterofferNotice', ...managing, ...ongoing],
    marker: 'receiveFundsOffers',
    course: 'live',
    owes: counteroffer,
    told: byNotice,
  },
  // The final policy run found fraud: a decision, while APPROVAL_FAILED waits for a person.
  APPROVAL_REJECTED: {
    words: 'decidedAgainst',
    ...verified,
    approval: 'rejected',
    ...endedInError,
    actions: ['job', 'adverseAction', ...known],
    owes: denial('approval'),
    told: byNotice,
  },
  // A person denied it, or the time to decide ran out (12 CFR 1002.9(a)(1)).
  DENIED: {
    words: 'decidedAgainst',
    ...undecided,
    status: 'REJECTED',
    ...endedInError,
    actions: ['job', 'adverseAction', ...known],
    owes: nothing('The denial that ended it is its notice.'),
    told: byStage('adverse-action'),
  },
  WITHDRAWN: {
    words: 'withdrawn',
    ...undecided,
    replaceable: true,
    rest: 'withdrawn',
    actions: [...known],
    marker: 'flowEnd',
    course: 'ended',
    owes: nothing('The applicant withdrew the application, and has our receipt.'),
    told: byStage('withdrawal-notice'),
  },
} as const satisfies Record<string, StateDeclaration>;
