// The journey as one statechart: every state with its events, and what is derived from them.
import type { ApplicationPath } from '../platform/db/tables.ts';
import { approvalStates } from './approval-states.ts';
import { offerStates } from './offer-states.ts';
import { prequalificationStates } from './prequalification-states.ts';
import { signingStates } from './signing-states.ts';
import {
  type Action,
  actionsByEvent,
  type StateDeclaration,
  type StateFacets,
  type Transition,
  type View,
} from './state-declaration.ts';
import { verificationStates } from './verification-states.ts';

export const parts = {
  prequalification: prequalificationStates,
  offers: offerStates,
  verification: verificationStates,
  approval: approvalStates,
  signing: signingStates,
} as const;

const chart = {
  ...prequalificationStates,
  ...offerStates,
  ...verificationStates,
  ...approvalStates,
  ...signingStates,
} as const;

export type StateName = keyof typeof chart;
type Chart = typeof chart;
type EventsIn<T> = T extends { readonly on: infer On } ? keyof On : never;
type FastPathEvents<T> = T extends { readonly fastPath: infer Part } ? EventsIn<Part> : never;
export type JourneyEvent = { [S in StateName]: EventsIn<Chart[S]> | FastPathEvents<Chart[S]> }[StateName];

type Declaration = StateDeclaration<StateName>;
/** Every event leads to a state that exists. */
const states: Readonly<Record<StateName, Declaration>> = chart;
/** Every event that an applicant's call causes exists. */
void (true satisfies keyof typeof actionsByEvent extends JourneyEvent ? true : never);

export const stateNames = Object.keys(states) as StateName[];
export const paths: readonly ApplicationPath[] = ['standard', 'fast-path'];

export interface Position {
  readonly state: StateName;
  readonly path: ApplicationPath;
}

export interface Permissions
  extends Omit<View, 'reads' | 'otherScreens'>,
    Pick<Declaration, 'phase' | 'signing'> {
  readonly otherScreens: readonly View['defaultScreen'][];
  readonly actions: ReadonlySet<Action>;
}

/** What a state means, on either path. */
export const stateOf = (name: StateName): Omit<Declaration, keyof View | 'fastPath' | 'on'> & StateFacets =>
  states[name];

export const permissionsOf = ({ state, path }: Position): Permissions => permissions[path][state];

export function transitionOf(
  { state, path }: Position,
  event: JourneyEvent,
): Transition<StateName> | undefined {
  const { on, fastPath } = states[state];
  const reaction = (path === 'fast-path' ? fastPath?.on?.[event] : undefined) ?? on?.[event];
  return reaction === undefined || 'never' in reaction ? undefined : reaction;
}

/** Where the transition leads, or undefined if the application stays in its state. */
export function destinationOf({ to }: Transition<StateName>, path: ApplicationPath): StateName | undefined {
  return typeof to === 'object' ? to[path] : to;
}

/** The events that a state declares on a path, those that never happen included. */
export function declaredEvents({ state, path }: Position): JourneyEvent[] {
  const { on = {}, fastPath } = states[state];
  const more = path === 'fast-path' ? (fastPath?.on ?? {}) : {};
  return Object.keys({ ...on, ...more }) as JourneyEvent[];
}

export const eventsOf = (position: Position): JourneyEvent[] =>
  declaredEvents(position).filter((event) => transitionOf(position, event) !== undefined);

export const statesWith = (event: JourneyEvent): StateName[] =>
  stateNames.filter((state) => paths.some((path) => transitionOf({ state, path }, event) !== undefined));

export const statesAfter = (event: JourneyEvent): StateName[] => {
  const reached = stateNames.flatMap((state) =>
    paths.flatMap((path) => {
      const transition = transitionOf({ state, path }, event);
      return (transition && destinationOf(transition, path)) ?? [];
    }),
  );
  return [...new Set(reached)];
};

export const beginnings = { form: 'PHONE_CHECK', lead: 'LEAD' } as const satisfies Record<string, StateName>;

export const isStoppedByRestore = (name: StateName): boolean => name === 'RESTORED';

export const statesWhere = (holds: (facets: ReturnType<typeof stateOf>) => boolean): StateName[] =>
  stateNames.filter((name) => holds(stateOf(name)));

/** A reviewer decides what comes next, and the page announces an email. */
export const statesInReview = stateNames.filter((name) => {
  const declaration = states[name];
  return declaration.phase === 'waiting' && declaration.waitsFor === 'review';
});

/** Whether the money of a signed loan may go out, because no reviewer has to decide about the loan first. */
export const isPayable = (name: StateName): boolean => {
  const { signing, phase } = states[name];
  return signing === 'completed' && phase !== 'waiting';
};

export const hasEndedWithoutLoan = (name: StateName): boolean =>
  states[name].phase === 'ended' && !isPayable(name);

/** The states with a review that an operator decides by `ops holds`. */
export const reviewStates = statesWith('reviewContinued');

export const statesNotifiedByEmail = statesWhere(({ notifiedBy }) => notifiedBy.by === 'email');
export const endedStates = statesWhere(({ phase }) => phase === 'ended');
/** A decision is under way that may make offers. */
export const statesBeforeOffers = statesWhere(
  ({ phase, approval, heldFor, status }) =>
    phase === 'waiting' && approval === 'none' && heldFor !== 'identity' && status !== 'PREQUALIFIED',
);

const permissions = Object.fromEntries(
  paths.map((path) => [
    path,
    Object.fromEntries(stateNames.map((state) => [state, resolved({ state, path })])),
  ]),
) as Readonly<Record<ApplicationPath, Readonly<Record<StateName, Permissions>>>>;

function resolved({ state, path }: Position): Permissions {
  const declaration = states[state];
  const view: View = { ...declaration, ...(path === 'fast-path' ? declaration.fastPath : {}) };
  const { defaultScreen, otherScreens = [], stageMarker, verification, reads = [] } = view;
  const caused = eventsOf({ state, path }).flatMap((event) =>
    event in actionsByEvent ? actionsByEvent[event as keyof typeof actionsByEvent] : [],
  );
  const { phase, signing } = declaration;
  return {
    defaultScreen,
    otherScreens,
    stageMarker,
    verification,
    phase,
    signing,
    actions: new Set<Action>([...reads, ...caused]),
  };
}
