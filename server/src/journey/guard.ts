// The single rule behind both "may this application take this step now?" and "which steps are allowed?".

import type { AllowedSteps, ApplicationSource, StageMarker } from '#contract/journey.ts';
import { pathOf, publicScreens, type ScreenName } from '#contract/screens.ts';
import { proofs } from '../platform/authentication.ts';
import type { Db, Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { fail } from '../platform/failure.ts';
import { errorMessages } from '../wording/error-messages.ts';
import { lockApplication, readApplication } from './applications.ts';
import {
  type JourneyEvent,
  type Permissions,
  type Position,
  permissionsOf,
  stateOf,
  transitionOf,
} from './chart.ts';
import type { Action } from './state-declaration.ts';

/** What enters a text code, whatever the application's state. */
export const codeEntry: ReadonlySet<Action> = new Set(proofs.emailedLink.opens);

/** The applicant returned by a link, so the text code must be entered first. */
const awaitingReauthentication: Permissions = {
  defaultScreen: 'phone-check',
  otherScreens: [],
  actions: codeEntry,
  stageMarker: 'source',
  verification: 'NOT_STARTED',
  phase: 'live',
  signing: 'none',
};

/** What this session may do: what the application's state allows, or the text code step that comes before it. */
export function effectivePermissions(position: Position, requiresCode = false): Permissions {
  return requiresCode ? awaitingReauthentication : permissionsOf(position);
}

export function allowedScreens(position: Position | undefined, requiresCode = false): readonly ScreenName[] {
  if (position === undefined) return publicScreens;
  const { defaultScreen, otherScreens } = effectivePermissions(position, requiresCode);
  return [...new Set<ScreenName>([defaultScreen, ...otherScreens, ...publicScreens])];
}

/** The response to the browser's guard for a state, made once, because browsers request it at every navigation. */
export function allowedSteps(position: Position | undefined, requiresCode = false): AllowedSteps {
  const key = `${position?.state} ${position?.path} ${requiresCode}`;
  const cached = allowedStepsOf.get(key);
  if (cached) return cached;
  const steps = {
    steps: allowedScreens(position, requiresCode).map(pathOf),
    ...(position && { defaultPath: pathOf(effectivePermissions(position, requiresCode).defaultScreen) }),
  };
  allowedStepsOf.set(key, steps);
  return steps;
}

const allowedStepsOf = new Map<string, AllowedSteps>();

export function isAllowed(position: Position, action: Action, requiresCode = false): boolean {
  return effectivePermissions(position, requiresCode).actions.has(action);
}

export function assertAllowed(
  position: Position,
  action: Action,
  session?: { readonly requiresCode: boolean; readonly mayEnterCode: boolean },
): void {
  if (session?.mayEnterCode && codeEntry.has(action)) return;
  if (!isAllowed(position, action, session?.requiresCode)) refuseStep();
}

export function refuseStep(): never {
  fail('not-now', errorMessages['not-now'].step);
}

export function canHappen(position: Position, event: JourneyEvent): boolean {
  return transitionOf(position, event) !== undefined;
}

export function stageMarkerOf(
  position: Position,
  source: ApplicationSource,
  requiresCode = false,
): StageMarker {
  const { stageMarker } = effectivePermissions(position, requiresCode);
  if (stageMarker !== 'source') return stageMarker;
  return source === 'affiliate' ? 'affiliate' : 'prequalificationSingle';
}

/** Withdrawn, denied, or a duplicate. A job that waited checks this before it calls a vendor and before it writes the outcome. */
export async function hasEnded(db: Db, id: ApplicationId): Promise<boolean> {
  return stateOf((await readApplication(db, id)).state).phase === 'ended';
}

/** The same, and the result holds until the transaction ends. */
export async function hasEndedLocked(tx: Tx, id: ApplicationId): Promise<boolean> {
  return stateOf((await lockApplication(tx, id)).state).phase === 'ended';
}
