// The one policy that answers both "may this application take this step now?" and "which steps are allowed?".

import type { ApplicationSource, StageMarker } from '#contract/journey.ts';
import { pathOf, publicScreens, type ScreenName } from '#contract/screens.ts';
import { fail } from '../platform/failure.ts';
import { type Action, type StateName, stateOf } from './states.ts';
import { type JourneyEvent, transitionOf } from './transitions.ts';

/** The screens a browser may show; without an application, those that are open to everybody. */
export function allowedScreens(state: StateName | undefined): readonly ScreenName[] {
  if (state === undefined) return publicScreens;
  const { rest, also = [] } = stateOf(state);
  return [...new Set<ScreenName>([rest, ...also, ...publicScreens])];
}

export function allowedPaths(state: StateName | undefined): string[] {
  return allowedScreens(state).map(pathOf);
}

export function may(state: StateName, action: Action): boolean {
  return (stateOf(state).may ?? []).includes(action);
}

/** Refuses an action out of its turn. */
export function require(state: StateName, action: Action): void {
  if (!may(state, action)) refuse();
}

export function refuse(): never {
  fail('not-now', 'This step is not open now. We will take you to where your application stands.');
}

export function canHappen(state: StateName, event: JourneyEvent): boolean {
  return transitionOf(event).from.includes(state);
}

export function markerOf(state: StateName, source: ApplicationSource): StageMarker {
  const { marker } = stateOf(state);
  if (marker !== 'source') return marker;
  return source === 'affiliate' ? 'affiliate' : 'prequalificationSingle';
}
