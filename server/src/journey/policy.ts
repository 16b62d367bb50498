// The single policy that answers both "may this application take this step now?" and "which steps are allowed?".

import type { AllowedSteps, ApplicationSource, StageMarker } from '#contract/journey.ts';
import { pathOf, publicScreens, type ScreenName } from '#contract/screens.ts';
import { fail } from '../platform/failure.ts';
import { refusals } from '../wording/refusals.ts';
import type { Action, Permissions } from './state-declaration.ts';
import { awaitingReauthentication, type StateName, stateOf } from './states.ts';
import { type JourneyEvent, transitionOf } from './transitions.ts';

/** The state as this session sees it: the application's state, or the text code step that comes before it. */
export function effectiveState(state: StateName, requiresCode = false): Permissions {
  return requiresCode ? awaitingReauthentication : stateOf(state);
}

/** The screens a browser may show. Without an application, only the public screens. */
export function allowedScreens(state: StateName | undefined, requiresCode = false): readonly ScreenName[] {
  if (state === undefined) return publicScreens;
  const { rest, also = [] } = effectiveState(state, requiresCode);
  return [...new Set<ScreenName>([rest, ...also, ...publicScreens])];
}

/** The guard's answer about a state, made once, because browsers ask for it at every navigation. */
export function allowedSteps(state: StateName | undefined, requiresCode = false): AllowedSteps {
  const key = `${state} ${requiresCode}`;
  const made = allowedStepsOf.get(key);
  if (made) return made;
  const steps = {
    steps: allowedScreens(state, requiresCode).map(pathOf),
    ...(state === undefined ? {} : { rest: pathOf(effectiveState(state, requiresCode).rest) }),
  };
  allowedStepsOf.set(key, steps);
  return steps;
}

const allowedStepsOf = new Map<string, AllowedSteps>();

export function isAllowed(state: StateName, action: Action, requiresCode = false): boolean {
  return (effectiveState(state, requiresCode).actions ?? []).includes(action);
}

/** Refuses an action that the current state does not allow. */
export function assertAllowed(state: StateName, action: Action, requiresCode = false): void {
  if (!isAllowed(state, action, requiresCode)) refuseStep();
}

export function refuseStep(): never {
  fail('not-now', refusals['not-now'].step);
}

export function canHappen(state: StateName, event: JourneyEvent): boolean {
  return transitionOf(event).from.includes(state);
}

export function markerOf(state: StateName, source: ApplicationSource, requiresCode = false): StageMarker {
  const { marker } = effectiveState(state, requiresCode);
  if (marker !== 'source') return marker;
  return source === 'affiliate' ? 'affiliate' : 'prequalificationSingle';
}
