// The one policy that answers both "may this application take this step now?" and "which steps are allowed?".

import type { ApplicationSource, StageMarker } from '#contract/journey.ts';
import { pathOf, publicScreens, type ScreenName } from '#contract/screens.ts';
import { fail } from '../platform/failure.ts';
import { type Action, cameBack, type StateDeclaration, type StateName, stateOf } from './states.ts';
import { type JourneyEvent, transitionOf } from './transitions.ts';

/** What holds for this session: where its application stands, or the text code that comes before that. */
export function standingOf(state: StateName, awaitsCode = false): StateDeclaration {
  return awaitsCode ? cameBack : stateOf(state);
}

/** The screens a browser may show; without an application, those that are open to everybody. */
export function allowedScreens(state: StateName | undefined, awaitsCode = false): readonly ScreenName[] {
  if (state === undefined) return publicScreens;
  const { rest, also = [] } = standingOf(state, awaitsCode);
  return [...new Set<ScreenName>([rest, ...also, ...publicScreens])];
}

export function allowedPaths(state: StateName | undefined, awaitsCode = false): string[] {
  return allowedScreens(state, awaitsCode).map(pathOf);
}

export function may(state: StateName, action: Action, awaitsCode = false): boolean {
  return (standingOf(state, awaitsCode).may ?? []).includes(action);
}

/** Refuses an action out of its turn. */
export function require(state: StateName, action: Action, awaitsCode = false): void {
  if (!may(state, action, awaitsCode)) refuse();
}

export function refuse(): never {
  fail('not-now', 'This step is not open now. We will take you to where your application stands.');
}

export function canHappen(state: StateName, event: JourneyEvent): boolean {
  return transitionOf(event).from.includes(state);
}

export function markerOf(state: StateName, source: ApplicationSource, awaitsCode = false): StageMarker {
  const { marker } = standingOf(state, awaitsCode);
  if (marker !== 'source') return marker;
  return source === 'affiliate' ? 'affiliate' : 'prequalificationSingle';
}
