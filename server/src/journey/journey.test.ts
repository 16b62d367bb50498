// The declared journey is complete, and no order of events breaks a state's preconditions.
import { describe, expect, it } from 'vitest';
import { documentsLinkMarker, type StageMarker, stageMarkers } from '#contract/journey.ts';
import { publicScreens, type ScreenName, screenNames, screens } from '#contract/screens.ts';
import { loadLender } from '#lender/load.ts';
import type { ApplicationId, JobId } from '../platform/db/tables.ts';
import { layOut } from '../wording/email-layout.ts';
import { stateEmail } from '../wording/state-emails.ts';
import { statusText } from '../wording/status-text.ts';
import * as chart from './chart.ts';
import { allowedScreens, allowedSteps, effectivePermissions, isAllowed, stageMarkerOf } from './guard.ts';
import { linksOf } from './hrefs.ts';
import { type Action, actionsByEvent, type Fact, type StateDeclaration } from './state-declaration.ts';

type Position = chart.Position;
const lender = loadLender();

/** A submitted form starts in one, a returning lead in the other. */
const beginnings: readonly Position[] = [
  { state: 'PHONE_CHECK', path: 'standard' },
  { state: 'LEAD', path: 'standard' },
];
const nameOf = ({ state, path }: Position) => (path === 'standard' ? state : `${state} on the fast path`);

/** Where an event leads: to the same place where the application stays in its state. */
function landing(position: Position, event: chart.JourneyEvent): Position {
  const transition = chart.transitionOf(position, event);
  if (transition === undefined) throw new Error(`${event} cannot happen in ${nameOf(position)}`);
  const path = transition.path ?? position.path;
  return { state: chart.destinationOf(transition, path) ?? position.state, path };
}

const exitsOf = (position: Position) =>
  chart.eventsOf(position).filter((event) => landing(position, event).state !== position.state);

function reachableFrom(from: readonly Position[], takes = (_: chart.JourneyEvent) => true): Position[] {
  const found = new Map(from.map((position) => [nameOf(position), position]));
  for (const position of found.values())
    for (const event of chart.eventsOf(position).filter(takes)) {
      const next = landing(position, event);
      if (!found.has(nameOf(next))) found.set(nameOf(next), next);
    }
  return [...found.values()];
}

const positions = reachableFrom(beginnings);
const each = positions.map((position) => [nameOf(position), position] as const);
type Declarations = Readonly<Record<string, StateDeclaration<chart.StateName>>>;
const all: Declarations = Object.assign({}, ...Object.values(chart.parts));

function whyNever(state: chart.StateName, event: chart.JourneyEvent): string | undefined {
  const reaction = all[state]?.on?.[event];
  return reaction !== undefined && 'never' in reaction ? reaction.never : undefined;
}

const byApplicant = (event: chart.JourneyEvent) => event in actionsByEvent;

describe('every state', () => {
  it.each(each)('%s names each screen once, and a default without parameters', (_, position) => {
    const { defaultScreen, otherScreens } = chart.permissionsOf(position);
    expect(new Set([defaultScreen, ...otherScreens]).size).toBe(otherScreens.length + 1);
    expect(screens[defaultScreen].path).not.toContain(':');
  });

  it.each(each)('%s has an exit, or is ended on a page that explains why', (_, position) => {
    const screensGivingReason = [
      'expired duplicate customer-login error contact verification-needed declined out-of-trade-area',
      'fast-path-declined approval-declined docusign-incomplete success withdrawn too-young',
    ].flatMap((line) => line.split(' '));
    const { phase, defaultScreen } = chart.permissionsOf(position);
    const exits = exitsOf(position);
    if (phase === 'ended') {
      expect(screensGivingReason).toContain(defaultScreen);
    } else {
      expect(exits).not.toEqual([]);
      // The page names a contact even if an operator must settle something first.
      const waitsForReview: readonly ScreenName[] = ['contact', 'verification-needed', 'error'];
      if (phase === 'live' || !waitsForReview.includes(defaultScreen))
        expect(screensGivingReason).not.toContain(defaultScreen);
    }
  });

  it.each(each)('%s ends by itself, or declares why it never expires', (_, position) => {
    const withoutApplicant = reachableFrom([position], (event) => !byApplicant(event));
    const ends = withoutApplicant.some(({ state }) => chart.stateOf(state).phase === 'ended');
    if (!ends) expect(whyNever(position.state, 'expired')).toMatch(/\.$/);
    expect(reachableFrom([position]).some(({ state }) => chart.stateOf(state).phase === 'ended')).toBe(true);
  });

  it.each(chart.stateNames)('%s gives a reason for each event that it never takes', (state) => {
    for (const event of chart.declaredEvents({ state, path: 'standard' })) {
      const why = whyNever(state, event);
      if (why !== undefined) expect(why).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('is reached from the form or from a lead that returns', () => {
    const reached = new Set(positions.map(({ state }) => state));
    expect(chart.stateNames.filter((state) => !reached.has(state))).toEqual([]);
  });

  it('differs on the fast path only where the fast path comes', () => {
    const onFastPath = positions.filter(({ path }) => path === 'fast-path').map(({ state }) => state);
    const differs = chart.stateNames.filter((state) => {
      const [standard, fastPath] = chart.paths.map((path) => chart.permissionsOf({ state, path }));
      return JSON.stringify(standard) !== JSON.stringify(fastPath);
    });
    for (const state of differs) expect(onFastPath).toContain(state);
  });
});

describe('what a state means', () => {
  it('is that documents are open to sign exactly where the signature may be requested', () => {
    for (const [name, position] of each)
      expect(chart.stateOf(position.state).signing === 'open', name).toBe(isAllowed(position, 'signature'));
  });

  it('is that an approval is shown exactly where a hard pull was accepted', () => {
    const shows: readonly Action[] = ['approval', 'fastPathStatus'];
    for (const [name, position] of each)
      if (shows.some((action) => isAllowed(position, action)))
        expect(chart.stateOf(position.state).approval, name).not.toBe('none');
  });

  it('is that an open application is resumable and not replaced', () => {
    for (const state of chart.stateNames) {
      const { phase, resumable, replaceable } = chart.stateOf(state);
      if (phase !== 'ended')
        expect({ resumable, replaceable }, state).toEqual({ resumable: true, replaceable: false });
    }
  });
});

it.each(each)('a link requested in %s opens an application wherever one is offered', (_, position) => {
  const { emailedLink, resumable, notifiedBy, phase, statusText: name } = chart.stateOf(position.state);
  expect(emailedLink === 'itself' && !resumable).toBe(false);
  if (phase !== 'ended') expect(emailedLink).toBe('itself');
  const offering = ['finishLater', 'earlierLink', 'uploads'] as const;
  if (offering.some((action) => isAllowed(position, action))) expect(emailedLink).not.toBe('nothing');
  expect(isAllowed(position, 'earlierLink')).toBe(emailedLink === 'earlier');
  expect(isAllowed(position, 'openEarlier')).toBe(emailedLink === 'earlier');
  const { next } = statusText[name];
  const facts = { resume: undefined, applyLink: '' };
  const email =
    notifiedBy.by === 'email'
      ? layOut(stateEmail(notifiedBy.email, facts, lender), 'Alex', lender, '').text
      : '';
  if (emailedLink === 'nothing') expect(`${next} ${email}`).not.toMatch(/mailed link|link we email/i);
});

describe('stage markers', () => {
  it('separate a partner’s applicant from one of the web form until the decision', () => {
    const at = (state: chart.StateName): Position => ({ state, path: 'standard' });
    expect(stageMarkerOf(at('PHONE_CHECK'), 'web_form')).toBe('prequalificationSingle');
    expect(stageMarkerOf(at('PHONE_CHECK'), 'affiliate')).toBe('affiliate');
    expect(stageMarkerOf(at('PREQUALIFIED'), 'affiliate')).toBe('loanRequest');
  });

  it('are those of the states, and the one with which the mailed documents link responds', () => {
    const used = new Set<StageMarker>(
      positions.flatMap((one) => [stageMarkerOf(one, 'web_form'), stageMarkerOf(one, 'affiliate')]),
    );
    expect(used).not.toContain(documentsLinkMarker);
    expect(new Set([...used, documentsLinkMarker])).toEqual(new Set(stageMarkers));
  });
});

describe('allowed steps', () => {
  it('without an application are the open pages alone', () => {
    expect(allowedScreens(undefined)).toEqual(publicScreens);
    expect(allowedSteps(undefined).steps).not.toContain(screens.offers.path);
  });

  it('have the open pages and the default screen in every state', () => {
    for (const [, position] of each) {
      const allowed = allowedScreens(position);
      expect(allowed).toEqual(expect.arrayContaining([...publicScreens]));
      expect(allowed[0]).toBe(chart.permissionsOf(position).defaultScreen);
    }
  });

  it('show every screen of the product in some state', () => {
    const seen = new Set<ScreenName>(positions.flatMap((position) => allowedScreens(position)));
    expect(screenNames.filter((screen) => !seen.has(screen))).toEqual([]);
  });

  it('give each screen the actions it is for', () => {
    const needs: Partial<Record<ScreenName, readonly Action[]>> = {
      'phone-check': ['requestOtp', 'verifyOtp'],
      'update-application-details': ['updateLead'],
      loading: ['job', 'prequalification'],
      offers: ['loanRequest', 'chooseTerms', 'acceptTerms'],
      amount: ['loanRequest', 'chooseTerms'],
      terms: ['loanRequest', 'chooseTerms'],
      'bank-link': ['linkToken', 'exchange'],
      'verification-loading': ['verification'],
      'verification-manage': ['linkedBank', 'linkToken', 'repairBank', 'removeBank'],
      'approval-submit': ['submitApproval'],
      'approval-loading': ['job', 'approval'],
      'approval-payment': ['approval', 'chooseOffer'],
      deposit: ['accounts', 'directEntry'],
      'confirm-account': ['accountValidation'],
      'other-account': ['accounts', 'directEntry', 'accountValidation'],
      'confirm-email': ['documents'],
      'thank-you': ['documents'],
      'docusign-loading': ['signature'],
      autopay: ['autopay'],
      'fast-path-options': ['fastPathOffer'],
      'fast-path-loading': ['fastPathStatus'],
      'fast-path-counteroffer': ['counteroffer', 'withdraw'],
      'fast-path-select-payment': ['linkToken', 'exchange', 'directEntry'],
      'fast-path-deposit': ['accounts'],
      'fast-path-confirm-email': ['documents'],
    };
    const lacking = each.flatMap(([name, position]) => {
      const { defaultScreen, otherScreens } = chart.permissionsOf(position);
      return [defaultScreen, ...otherScreens].flatMap((screen) =>
        (needs[screen] ?? [])
          .filter((action) => !isAllowed(position, action))
          .map((action) => `${name} shows ${screen} without ${action}`),
      );
    });
    expect(lacking).toEqual([]);
  });

  it('have a link exactly where the action behind it is accepted', () => {
    const id = 'application' as ApplicationId;
    const work = 'work' as JobId;
    const toSteps = 'chooseTerms acceptTerms chooseOffer sendDocuments removeBank repairBank'.split(' ');
    const stepsWithoutLink = [...toSteps, 'retryVerification', 'resubmit'];
    for (const [, position] of each) {
      const actions = [...chart.permissionsOf(position).actions];
      const links = Object.keys(linksOf(actions, id, work));
      expect(links.sort()).toEqual(actions.filter((action) => !stepsWithoutLink.includes(action)).sort());
      for (const link of links) expect(isAllowed(position, link as Action)).toBe(true);
    }
  });

  it('open the text code alone to an applicant who returns by a link, in every state', () => {
    for (const [, position] of each) {
      const screensOpen = allowedScreens(position, true);
      expect(screensOpen.filter((screen) => !publicScreens.includes(screen))).toEqual(['phone-check']);
      expect([...effectivePermissions(position, true).actions]).toEqual(['requestOtp', 'verifyOtp']);
    }
  });

  it('let the applicant finish later wherever they can continue, by our link or the documents’ own', () => {
    const beforeTheCode: readonly chart.StateName[] = ['LEAD', 'PHONE_CHECK'];
    const lacking = each.filter(
      ([, position]) =>
        chart.permissionsOf(position).phase === 'live' &&
        !beforeTheCode.includes(position.state) &&
        !isAllowed(position, 'finishLater') &&
        !isAllowed(position, 'documents'),
    );
    expect(lacking.map(([name]) => name)).toEqual([]);
  });

  it('offer reminders of offers that expire only while nothing is signed', () => {
    const reminded = positions.filter((position) => isAllowed(position, 'reminders'));
    expect(reminded.map(({ state }) => state)).toContain('PREQUALIFIED');
    expect(reminded.filter(({ state }) => chart.stateOf(state).signing !== 'none')).toEqual([]);
  });

  it('let the bank be managed from the first linked bank until the documents are signed', () => {
    for (const [name, position] of each) {
      const { verification, phase } = chart.permissionsOf(position);
      const { approval, signing } = chart.stateOf(position.state);
      const isLinked = verification === 'FINISHED' || verification === 'FAILED';
      const isApproved = approval === 'approved' && (signing === 'none' || signing === 'open');
      const isOpen = phase === 'live' || position.state === 'SIGNING_FAILED';
      const isManaged = isOpen && (approval === 'none' ? isLinked : isApproved);
      expect(allowedScreens(position).includes('verification-manage'), name).toBe(isManaged);
      expect(isAllowed(position, 'removeBank'), name).toBe(isManaged);
    }
  });
});

// The facts that hold for an application: those that transitions can undo, and those that nothing undoes.
type Known = Fact | 'code' | 'offers' | 'hardPull' | 'approval' | 'approvedOffer' | 'envelope' | 'signature';

const gives: Partial<Record<chart.JourneyEvent, readonly Known[]>> = {
  codeAccepted: ['code'],
  prequalified: ['offers'],
  fastPathOpened: ['offers'],
  otherTermsOffered: ['offers'],
  amountChosen: ['selectedTerm'],
  termsAccepted: ['selectedTerm', 'acceptedTerm'],
  bankLinked: ['linkedBank'],
  bankKept: ['linkedBank'],
  verified: ['verification'],
  notVerified: ['verification'],
  hardPullAccepted: ['hardPull'],
  fastPathAccepted: ['hardPull'],
  approved: ['approval'],
  counteroffered: ['approval'],
  counterofferAccepted: ['approvedOffer'],
  approvedOfferChosen: ['approvedOffer'],
  depositChosen: ['deposit'],
  documentsSent: ['envelope'],
  signed: ['signature'],
};

interface Precondition {
  readonly all?: readonly Known[];
  readonly none?: readonly Known[];
}

const untouched = ['hardPull', 'approval', 'approvedOffer', 'deposit', 'envelope', 'signature'] as const;
const accepted = ['offers', 'selectedTerm', 'acceptedTerm'] as const;
const verified = [...accepted, 'linkedBank', 'verification'] as const;
/** A bank may be removed after the approval: what it confirmed stays. */
const confirmed = [...accepted, 'verification'] as const;
const unlinked = ['selectedTerm', 'acceptedTerm', 'linkedBank', 'verification'] as const;
const approved = ['offers', 'hardPull', 'approval'] as const;
const withAccount = [...approved, 'approvedOffer', 'deposit'] as const;
const unsent = ['deposit', 'envelope', 'signature'] as const;
const undecided = { none: ['offers', ...untouched] } as const;
/** After a review of what a change of details led to, the application had offers. */
const deciding = { none: untouched } as const;
const pulled = { all: ['offers', 'hardPull'], none: ['approval', ...unsent] } as const;
const notSigned = { none: ['signature'] } as const;
/** Reached from states of many kinds, so that nothing more holds for all. */
const fromAnywhere = {} as const;

const preconditions: Record<chart.StateName, Precondition> = {
  LEAD: undecided,
  PHONE_CHECK: undecided,
  DECIDING: deciding,
  CAPTURED: undecided,
  DECISION_DELAYED: deciding,
  VEHICLE_NEEDED: deciding,
  HELD: deciding,
  SUPERSEDED: undecided,
  DUPLICATE: { none: untouched },
  DUPLICATE_IN_CORE: undecided,
  PRESENT_BORROWER: undecided,
  HOLD_REFUSED: notSigned,
  DECISION_FAILED: deciding,
  REJECTED: { none: untouched },
  STEP_UP: { none: untouched },
  STEP_UP_EXPIRED: { none: untouched },
  DECLINED: { none: untouched },
  OUT_OF_TRADE_AREA: deciding,
  UNDER_AGE: undecided,
  UNDER_AGE_RECORDED: undecided,
  DENIED: notSigned,
  DECIDED_BY_BRANCH: notSigned,
  WITHDRAWN: notSigned,

  PREQUALIFIED: { all: ['offers'], none: ['acceptedTerm', 'verification', ...untouched] },
  FAST_PATH_OFFERED: { all: ['offers'], none: ['acceptedTerm', ...untouched] },
  PHONE_CHANGED: { all: ['offers'], none: ['acceptedTerm', ...untouched] },
  TERMS_ACCEPTED: { all: accepted, none: ['verification', ...untouched] },
  OFFER_VOID: { all: ['offers'], none: untouched },
  OFFER_EXPIRED: { all: ['offers'], none: unsent },

  VERIFYING: { all: [...accepted, 'linkedBank'], none: ['verification', ...untouched] },
  VERIFIED: { all: verified, none: untouched },
  NOT_VERIFIED: { all: verified, none: untouched },
  VERIFICATION_FAILED: { all: [...accepted, 'linkedBank'], none: ['verification', ...untouched] },

  APPROVING: { all: [...verified, 'hardPull'], none: ['approval', ...unsent] },
  APPROVAL_DELAYED: pulled,
  APPROVAL_UNRESOLVED: pulled,
  APPROVAL_HELD: pulled,
  RESTORED: fromAnywhere,
  LEFT_TO_BRANCH: fromAnywhere,
  APPROVAL_REFERRED: pulled,
  APPROVAL_FAILED: pulled,
  APPROVAL_DECLINED: pulled,
  APPROVAL_REJECTED: pulled,
  APPROVED: { all: [...confirmed, ...approved], none: ['approvedOffer', ...unsent] },
  APPROVED_OTHERWISE: { all: [...confirmed, ...approved], none: ['approvedOffer', ...unsent] },
  FAST_PATH_COUNTEROFFER: { all: ['offers', 'hardPull'], none: unsent },
  FAST_PATH_APPROVED: { all: [...approved, 'approvedOffer'], none: unsent },
  OFFER_CHOSEN: { all: [...confirmed, ...approved, 'approvedOffer'], none: unsent },
  DEPOSIT_CHOSEN: { all: [...confirmed, ...withAccount], none: ['envelope', 'signature'] },

  DOCUMENTS_SENT: { all: [...confirmed, ...withAccount, 'envelope'], ...notSigned },
  SIGNING_CANCELED: { all: [...withAccount, 'envelope'], ...notSigned },
  SIGNING_TIMED_OUT: { all: [...withAccount, 'envelope'], ...notSigned },
  SIGNING_FAILED: { all: [...withAccount, 'envelope'], ...notSigned },
  COMPLETING: { all: [...withAccount, 'envelope'], ...notSigned },
  SIGNED_HELD: { all: [...withAccount, 'envelope', 'signature'] },
  VEHICLE_UNPROVEN: { all: [...withAccount, 'envelope', 'signature'] },
  // The loan is funded from here on.
  SIGNED: { all: [...withAccount, 'envelope', 'signature'] },
  DONE: { all: [...withAccount, 'envelope', 'signature'] },
  DISBURSEMENT_RETURNED: { all: [...withAccount, 'envelope', 'signature'] },
  SIGNING_DECLINED: { all: [...withAccount, 'envelope'], ...notSigned },
  SIGNING_VOIDED: { all: [...withAccount, 'envelope'], ...notSigned },
  APPROVAL_EXPIRED: { all: approved, ...notSigned },
  APPROVAL_WITHDRAWN: { all: approved },
  // A restored backup may lack what came before the cancellation.
  LOAN_CANCELED: fromAnywhere,
};

interface Walk {
  readonly at: Position;
  readonly known: ReadonlySet<Known>;
  readonly hardPulls: number;
  readonly taken: readonly chart.JourneyEvent[];
}

const begin = (at: Position): Walk => ({ at, known: new Set(), hardPulls: 0, taken: [] });

function take({ at, known, hardPulls, taken }: Walk, event: chart.JourneyEvent): Walk {
  const undoes: readonly Known[] = chart.transitionOf(at, event)?.undoes ?? [];
  const given = gives[event] ?? [];
  // The fast path lends what was accepted in one click; on the standard path the applicant chooses.
  const lent = event === 'approved' && at.path === 'fast-path' ? (['approvedOffer'] as const) : [];
  const to = landing(at, event);
  const signed = ['SIGNED_HELD', 'VEHICLE_UNPROVEN'].includes(to.state) ? (['signature'] as const) : [];
  return {
    at: to,
    known: new Set([...[...known].filter((fact) => !undoes.includes(fact)), ...given, ...lent, ...signed]),
    hardPulls: hardPulls + (given.includes('hardPull') ? 1 : 0),
    taken: [...taken, event],
  };
}

/** What a reviewer continues after an outage is shown only after a text code, too. */
const wasReopened = ({ taken }: Walk) => taken.includes('resumed') || taken.includes('reviewContinued');

/** Every position that an application can come to, with each set of facts that it can have there, on a shortest path. */
const everyWalk = (() => {
  const found = new Map<string, Walk>();
  const add = (walk: Walk) => {
    const key = `${nameOf(walk.at)} ${[...walk.known].sort()} ${walk.hardPulls} ${wasReopened(walk)}`;
    if (!found.has(key)) found.set(key, walk);
  };
  for (const beginning of beginnings) add(begin(beginning));
  // The map grows while it is read, until no event leads to anything new.
  for (const walk of found.values()) for (const event of chart.eventsOf(walk.at)) add(take(walk, event));
  return [...found.values()];
})();

describe('no order of events', () => {
  it('undoes what cannot be there: every fact that an event names can be there, and goes', () => {
    const undone = new Set<string>();
    const declared = new Set<string>();
    for (const { at, known } of everyWalk)
      for (const event of chart.eventsOf(at))
        for (const fact of chart.transitionOf(at, event)?.undoes ?? []) {
          declared.add(`${event} ${fact}`);
          if (known.has(fact)) undone.add(`${event} ${fact}`);
        }
    expect([...undone].sort()).toEqual([...declared].sort());
  });

  it('reaches a state whose preconditions are not met', () => {
    for (const { at, known, taken } of everyWalk) {
      const { all = [], none = [] } = preconditions[at.state];
      // On the fast path no bank is linked and verified before the approval.
      const skipped: readonly Known[] = at.path === 'fast-path' ? unlinked : [];
      const wrong = [
        ...all
          .filter((fact) => !known.has(fact) && !skipped.includes(fact))
          .map((fact) => `${nameOf(at)} without ${fact}`),
        ...none.filter((fact) => known.has(fact)).map((fact) => `${nameOf(at)} with ${fact}`),
      ];
      expect(wrong, taken.join(' → ')).toEqual([]);
    }
  });

  it('makes a second hard pull', () => {
    for (const { hardPulls, taken } of everyWalk) expect(hardPulls, taken.join(' → ')).toBeLessThanOrEqual(1);
  });

  it('decides or shows offers before the phone is checked, but where the form was saved for later', () => {
    for (const walk of everyWalk)
      if (walk.known.has('offers'))
        expect(walk.known.has('code') || wasReopened(walk), walk.taken.join(' → ')).toBe(true);
  });

  it('leaves an ended state only if the money was returned or not sent, or a reviewer decides after an outage', () => {
    const exitsFrom: { readonly [S in chart.StateName]?: readonly chart.JourneyEvent[] } = {
      DONE: ['disbursementReturned', 'withdrawn', 'approvalWithdrawn', 'restoredCanceled'],
      DECISION_FAILED: ['reviewContinued', 'denied', 'restored'],
      APPROVAL_FAILED: ['reviewContinued', 'denied', 'restored'],
    };
    for (const position of positions) {
      if (chart.permissionsOf(position).phase !== 'ended') continue;
      const exits = exitsOf(position);
      expect(exits, nameOf(position)).toEqual(exitsFrom[position.state] ?? []);
    }
  });
});
