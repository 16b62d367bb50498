// Checks that the declared journey is complete: every reference resolves, every state is reachable, and no order of
// events brings an application to a state whose preconditions do not hold.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentsLinkMarker } from '#contract/documents.ts';
import { type StageMarker, stageMarkers } from '#contract/journey.ts';
import { publicScreens, type ScreenName, screenNames, screens } from '#contract/screens.ts';
import type { ApplicationId, WorkId } from '../platform/db/tables.ts';
import { linksOf } from './hrefs.ts';
import { allowedScreens, allowedSteps, canHappen, effectiveState, isAllowed, markerOf } from './policy.ts';
import type { Action } from './state-declaration.ts';
import { type StateName, stateNames, stateOf } from './states.ts';
import { type Fact, type JourneyEvent, journeyEvents, transitionOf } from './transitions.ts';

/** A submitted form starts in one, a returning lead in the other. */
const beginnings: readonly StateName[] = ['PHONE_CHECK', 'LEAD'];

/** The bank may send the money back after everything is done. */
const reopens: JourneyEvent = 'disbursementReturned';

const eventsIn = (state: StateName) => journeyEvents.filter((event) => canHappen(state, event));

describe('every state', () => {
  it.each(
    stateNames,
  )('%s names screens that exist, each once, and rests on one without parameters', (name) => {
    const { rest, also = [] } = stateOf(name);
    for (const screen of [rest, ...also]) expect(screenNames).toContain(screen);
    expect(new Set([rest, ...also]).size).toBe(also.length + 1);
    expect(screens[rest].path).not.toContain(':');
  });

  it.each(stateNames)('%s has a way on, or is ended on a page that says why', (name) => {
    const saysWhy: readonly ScreenName[] = [
      'expired',
      'duplicate',
      'customer-login',
      'error',
      'contact',
      'verification-needed',
      'declined',
      'out-of-trade-area',
      'fast-path-declined',
      'approval-declined',
      'docusign-incomplete',
      'success',
      'withdrawn',
    ];
    const { course, rest } = stateOf(name);
    if (course === 'ended') {
      expect(eventsIn(name).filter((event) => event !== reopens)).toEqual([]);
      expect(saysWhy).toContain(rest);
    } else {
      expect(eventsIn(name)).not.toEqual([]);
      // The page names a contact even if an operator must settle something first.
      const waitsForPerson: readonly ScreenName[] = ['contact', 'verification-needed'];
      if (course === 'live' || !waitsForPerson.includes(rest)) expect(saysWhy).not.toContain(rest);
    }
  });

  it.each(stateNames)('%s can lead to an end', (name) => {
    expect([...reachableFrom([name])].some((state) => stateOf(state).course === 'ended')).toBe(true);
  });

  it.each(stateNames)('%s carries a stage marker of the contract', (name) => {
    for (const source of ['web_form', 'affiliate'] as const) {
      expect(stageMarkers).toContain(markerOf(name, source));
    }
  });

  it('is reached from the form or from a lead that comes back', () => {
    expect([...reachableFrom(beginnings)].sort()).toEqual([...stateNames].sort());
  });
});

describe('what a state means', () => {
  it('is that documents are open to sign exactly where the signature may be asked for', () => {
    for (const name of stateNames) {
      expect(stateOf(name).signing === 'open', name).toBe(isAllowed(name, 'signature'));
    }
  });

  it('is that an approval is told exactly where a hard pull was accepted', () => {
    const told: readonly Action[] = ['approval', 'fastPathStatus'];
    for (const name of stateNames) {
      if (told.some((action) => isAllowed(name, action)))
        expect(stateOf(name).approval, name).not.toBe('none');
    }
  });

  it('is that a live application is resumable and not replaced', () => {
    for (const name of stateNames) {
      const { course, resumable, replaceable } = stateOf(name);
      if (course !== 'ended')
        expect({ resumable, replaceable }, name).toEqual({ resumable: true, replaceable: false });
    }
  });
});

describe('every transition', () => {
  it.each(journeyEvents)('%s leads from states that exist to one that exists', (event) => {
    const { from, to } = transitionOf(event);
    expect(from.length).toBeGreaterThan(0);
    expect(new Set(from).size).toBe(from.length);
    for (const state of [...from, to]) expect(stateNames).toContain(state);
  });
});

describe('stage markers', () => {
  it('tell a partner’s applicant from one of the web form until the decision', () => {
    expect(markerOf('PHONE_CHECK', 'web_form')).toBe('prequalificationSingle');
    expect(markerOf('PHONE_CHECK', 'affiliate')).toBe('affiliate');
    expect(markerOf('PREQUALIFIED', 'affiliate')).toBe('loanRequest');
  });

  it('are those of the states, and the one with which the mailed documents link answers', () => {
    const used = new Set<StageMarker>(
      stateNames.flatMap((name) => [markerOf(name, 'web_form'), markerOf(name, 'affiliate')]),
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

  it('hold the open pages and the resting screen in every state', () => {
    for (const name of stateNames) {
      const allowed = allowedScreens(name);
      expect(allowed).toEqual(expect.arrayContaining([...publicScreens]));
      expect(allowed[0]).toBe(stateOf(name).rest);
      expect(new Set(allowed).size).toBe(allowed.length);
    }
  });

  it('let every screen of the product be seen in some state', () => {
    const seen = new Set<ScreenName>(stateNames.flatMap((name) => allowedScreens(name)));
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
    const lacking = stateNames.flatMap((name) => {
      const { rest, also = [] } = stateOf(name);
      return [rest, ...also].flatMap((screen) =>
        (needs[screen] ?? [])
          .filter((action) => !isAllowed(name, action))
          .map((action) => `${name} shows ${screen} without ${action}`),
      );
    });
    expect(lacking).toEqual([]);
  });

  it('answer a link exactly where the action behind it is accepted', () => {
    const id = 'application' as ApplicationId;
    const work = 'work' as WorkId;
    for (const name of stateNames) {
      const actions = stateOf(name).actions ?? [];
      const links = Object.keys(linksOf(actions, id, work));
      const stepsWithoutLink: readonly Action[] = [
        'chooseTerms',
        'acceptTerms',
        'chooseOffer',
        'removeBank',
        'repairBank',
        'retryVerification',
        'resubmit',
      ];
      expect(links.sort()).toEqual(actions.filter((action) => !stepsWithoutLink.includes(action)).sort());
      for (const link of links) expect(isAllowed(name, link as Action)).toBe(true);
    }
  });

  it('open the text code alone to somebody who came back by a link, wherever the application stands', () => {
    for (const name of stateNames) {
      const screensOpen = allowedScreens(name, true);
      expect(screensOpen.filter((screen) => !publicScreens.includes(screen))).toEqual(['phone-check']);
      expect(effectiveState(name, true).actions).toEqual(['requestOtp', 'verifyOtp']);
    }
  });

  it('let the applicant finish later wherever they can go on, by our link or the documents’ own', () => {
    const beforeTheCode: readonly StateName[] = ['LEAD', 'PHONE_CHECK'];
    const lacking = stateNames.filter(
      (name) =>
        stateOf(name).course === 'live' &&
        !beforeTheCode.includes(name) &&
        !isAllowed(name, 'finishLater') &&
        !isAllowed(name, 'documents'),
    );
    expect(lacking).toEqual([]);
  });

  it('let the applicant withdraw what is open, unless a job decides or something was done that cannot be undone', () => {
    const without = stateNames.filter(
      (name) => stateOf(name).course !== 'ended' && !isAllowed(name, 'withdraw'),
    );
    const because: Record<string, readonly StateName[]> = {
      'nobody has asked for credit': ['LEAD'],
      'a job decides right now': ['DECIDING', 'VERIFYING', 'APPROVING', 'FAST_PATH_PENDING'],
      'a hard pull may have been made': ['APPROVAL_IN_DOUBT', 'FAST_PATH_IN_DOUBT', 'RESTORED'],
      'the documents may be signed, or are': [
        'COMPLETING',
        'SIGNING_FAILED',
        'SIGNED',
        'SIGNED_HELD',
        'DISBURSEMENT_RETURNED',
      ],
    };
    expect(without.sort()).toEqual(Object.values(because).flat().sort());
  });

  it('offer reminders of offers that expire only while nothing is signed', () => {
    const reminded = stateNames.filter((name) => isAllowed(name, 'reminders'));
    expect(reminded).toContain('PREQUALIFIED');
    expect(reminded.filter((name) => stateOf(name).signing !== 'none')).toEqual([]);
  });

  it('let the bank be managed from the first linked bank until the documents are signed', () => {
    const waits = (name: StateName) => stateOf(name).course === 'waiting' && name !== 'SIGNING_FAILED';
    const isOver = (name: StateName) => stateOf(name).course === 'ended';
    const isLinkedOrApproved = (name: StateName) => {
      const { verification, approval, signing } = stateOf(name);
      const isLinked = verification === 'FINISHED' || verification === 'FAILED';
      return (
        (approval === 'none' && isLinked) ||
        (approval === 'approved' && (signing === 'none' || signing === 'open') && !isOver(name))
      );
    };
    for (const name of stateNames) {
      const isManaged = isLinkedOrApproved(name) && !waits(name);
      expect(allowedScreens(name).includes('verification-manage'), name).toBe(isManaged);
      expect(isAllowed(name, 'removeBank'), name).toBe(isManaged);
      if (canHappen(name, 'bankRemoved')) expect(isManaged, name).toBe(true);
    }
  });

  it('accept an action exactly where the journey can take the event that it causes', () => {
    const causes = {
      updateLead: ['leadLetIn', 'detailsUpdated', 'phoneChanged'],
      acceptTerms: ['termsAccepted'],
      withdraw: ['withdrawn'],
      retryVerification: ['verificationRetried'],
      submitApproval: ['hardPullAccepted'],
      chooseOffer: ['approvedOfferChosen'],
      counteroffer: ['counterofferAccepted'],
      fastPathOffer: ['fastPathAccepted', 'fastPathLeft'],
    } as const satisfies Partial<Record<Action, readonly JourneyEvent[]>>;
    for (const [action, events] of Object.entries(causes) as [Action, readonly JourneyEvent[]][]) {
      const allowed = stateNames.filter((name) => isAllowed(name, action));
      const possible = stateNames.filter((name) => events.some((event) => canHappen(name, event)));
      expect(allowed, action).toEqual(possible);
    }
  });
});

// The facts that hold for an application: those that transitions can undo, and those that nothing undoes.
type Known = Fact | 'code' | 'offers' | 'hardPull' | 'approval' | 'approvedOffer' | 'envelope' | 'signature';

const gives: Partial<Record<JourneyEvent, readonly Known[]>> = {
  codeAccepted: ['code'],
  prequalified: ['offers'],
  fastPathOpened: ['offers'],
  termsAccepted: ['selectedTerm', 'acceptedTerm'],
  bankLinked: ['linkedBank'],
  verified: ['verification'],
  notVerified: ['verification'],
  hardPullAccepted: ['hardPull'],
  fastPathAccepted: ['hardPull'],
  approved: ['approval'],
  approvalDeclined: ['approval'],
  approvedOtherwise: ['approval'],
  fastPathApproved: ['approval', 'approvedOffer'],
  counterofferAccepted: ['approval', 'approvedOffer'],
  approvedOfferChosen: ['approvedOffer'],
  depositChosen: ['deposit'],
  fastPathDepositChosen: ['deposit'],
  documentsSent: ['envelope'],
  fastPathDocumentsSent: ['envelope'],
  signed: ['signature'],
  signingHeld: ['signature'],
};

interface Precondition {
  readonly all?: readonly Known[];
  readonly none?: readonly Known[];
}

const untouched = ['hardPull', 'approval', 'approvedOffer', 'deposit', 'envelope', 'signature'] as const;
const accepted = ['offers', 'selectedTerm', 'acceptedTerm'] as const;
const verified = [...accepted, 'linkedBank', 'verification'] as const;
const approved = ['offers', 'hardPull', 'approval'] as const;
const withAccount = [...approved, 'approvedOffer', 'deposit'] as const;

const preconditions: Partial<Record<StateName, Precondition>> = {
  DECIDING: { none: ['offers', ...untouched] },
  VEHICLE_NEEDED: { none: ['offers', ...untouched] },
  FAST_PATH_OFFERED: { all: ['offers'], none: ['acceptedTerm', ...untouched] },
  FAST_PATH_PENDING: { all: ['offers', 'hardPull'], none: ['approval', 'deposit', 'envelope', 'signature'] },
  FAST_PATH_APPROVED: { all: approved, none: ['deposit', 'envelope', 'signature'] },
  FAST_PATH_DEPOSIT_CHOSEN: { all: withAccount, none: ['envelope', 'signature'] },
  FAST_PATH_DOCUMENTS_SENT: { all: [...withAccount, 'envelope'], none: ['signature'] },
  PREQUALIFIED: { all: ['offers'], none: ['acceptedTerm', 'linkedBank', 'verification', ...untouched] },
  PHONE_CHANGED: { all: ['offers'], none: ['acceptedTerm', 'linkedBank', ...untouched] },
  TERMS_ACCEPTED: { all: accepted, none: ['linkedBank', 'verification', ...untouched] },
  VERIFYING: { all: [...accepted, 'linkedBank'], none: ['verification', ...untouched] },
  VERIFIED: { all: verified, none: untouched },
  NOT_VERIFIED: { all: verified, none: untouched },
  VERIFICATION_FAILED: { all: [...accepted, 'linkedBank'], none: ['verification', ...untouched] },
  APPROVING: { all: [...verified, 'hardPull'], none: ['approval', 'deposit', 'envelope', 'signature'] },
  FAST_PATH_COUNTEROFFER: { all: ['offers', 'hardPull'], none: ['deposit', 'envelope', 'signature'] },
  APPROVED_OTHERWISE: {
    all: [...verified, ...approved],
    none: ['approvedOffer', 'deposit', 'envelope', 'signature'],
  },
  APPROVED: { all: [...verified, ...approved], none: ['approvedOffer', 'deposit', 'envelope', 'signature'] },
  OFFER_CHOSEN: {
    all: [...verified, ...approved, 'approvedOffer'],
    none: ['deposit', 'envelope', 'signature'],
  },
  DEPOSIT_CHOSEN: { all: [...verified, ...withAccount], none: ['envelope', 'signature'] },
  DOCUMENTS_SENT: { all: [...verified, ...withAccount, 'envelope'], none: ['signature'] },
  SIGNING_CANCELED: { all: [...withAccount, 'envelope'], none: ['signature'] },
  SIGNING_TIMED_OUT: { all: [...withAccount, 'envelope'], none: ['signature'] },
  COMPLETING: { all: [...withAccount, 'envelope'], none: ['signature'] },
  // The loan is funded from here on.
  SIGNED: { all: [...withAccount, 'envelope', 'signature'] },
  DONE: { all: [...withAccount, 'envelope', 'signature'] },
  DISBURSEMENT_RETURNED: { all: [...withAccount, 'envelope', 'signature'] },
};

interface Walk {
  state: StateName;
  readonly known: Set<Known>;
  hardPulls: number;
  readonly taken: JourneyEvent[];
}

function take(walk: Walk, event: JourneyEvent): void {
  const { to, undoes = [] } = transitionOf(event);
  for (const fact of undoes) walk.known.delete(fact);
  for (const fact of gives[event] ?? []) walk.known.add(fact);
  if (gives[event]?.includes('hardPull')) walk.hardPulls += 1;
  walk.state = to;
  walk.taken.push(event);
}

/** Every path an application can take: at each state, picks one of the events that can happen there. */
const walks = fc
  .tuple(fc.constantFrom(...beginnings), fc.array(fc.nat(), { minLength: 1, maxLength: 60 }))
  .map(([state, choices]) => ({ state, choices }));

function walked(
  { state, choices }: { state: StateName; choices: readonly number[] },
  visit: (walk: Walk) => void,
): void {
  const walk: Walk = { state, known: new Set(), hardPulls: 0, taken: [] };
  for (const choice of choices) {
    const open = eventsIn(walk.state);
    const event = open[choice % Math.max(1, open.length)];
    if (event === undefined) return;
    take(walk, event);
    visit(walk);
  }
}

const runs = { numRuns: 3000 };

describe('no order of events', () => {
  it('undoes what cannot be there: every fact that an event names can be there, and goes', () => {
    const undone = new Set<string>();
    const seen = new Set<string>();
    const visit = (state: StateName, known: ReadonlySet<Known>): void => {
      const key = `${state} ${[...known].sort()}`;
      if (seen.has(key)) return;
      seen.add(key);
      for (const event of eventsIn(state)) {
        for (const fact of transitionOf(event).undoes ?? [])
          if (known.has(fact)) undone.add(`${event} ${fact}`);
        const walk: Walk = { state, known: new Set(known), hardPulls: 0, taken: [] };
        take(walk, event);
        visit(walk.state, walk.known);
      }
    };
    for (const beginning of beginnings) visit(beginning, new Set());
    const declared = journeyEvents.flatMap((event) =>
      (transitionOf(event).undoes ?? []).map((fact) => `${event} ${fact}`),
    );
    expect([...undone].sort()).toEqual(declared.sort());
  });

  it('reaches a state whose preconditions do not hold', () => {
    fc.assert(
      fc.property(walks, (way) =>
        walked(way, ({ state, known, taken }) => {
          const { all = [], none = [] } = preconditions[state] ?? {};
          const wrong = [
            ...all.filter((fact) => !known.has(fact)).map((fact) => `${state} without ${fact}`),
            ...none.filter((fact) => known.has(fact)).map((fact) => `${state} with ${fact}`),
          ];
          expect(wrong, taken.join(' → ')).toEqual([]);
        }),
      ),
      runs,
    );
  });

  it('asks for a second hard pull', () => {
    fc.assert(
      fc.property(walks, (way) =>
        walked(way, ({ hardPulls, taken }) => expect(hardPulls, taken.join(' → ')).toBeLessThanOrEqual(1)),
      ),
      runs,
    );
    const pulls: readonly JourneyEvent[] = ['hardPullAccepted', 'fastPathAccepted'];
    for (const pull of pulls) {
      const after = reachableFrom([transitionOf(pull).to]);
      expect(pulls.filter((event) => [...after].some((state) => canHappen(state, event)))).toEqual([]);
    }
  });

  it('decides or shows offers before the phone is checked, but where the form was kept for later', () => {
    fc.assert(
      fc.property(walks, (way) =>
        walked(way, ({ known, taken }) => {
          if (known.has('offers')) expect(known.has('code') || taken.includes('vendorsBack')).toBe(true);
        }),
      ),
      runs,
    );
  });

  it('leaves an end again, but where the money came back', () => {
    for (const name of stateNames) {
      if (stateOf(name).course !== 'ended') continue;
      // While it is open again, a restored backup may stop it like any other.
      const reopened = canHappen(name, reopens)
        ? ['DISBURSEMENT_RETURNED', 'RESTORED', 'LEFT_TO_BRANCH']
        : [];
      expect([...reachableFrom([name])]).toEqual([name, ...reopened]);
    }
  });
});

function reachableFrom(from: readonly StateName[]): Set<StateName> {
  const found = new Set<StateName>(from);
  for (const state of found) for (const event of eventsIn(state)) found.add(transitionOf(event).to);
  return found;
}
