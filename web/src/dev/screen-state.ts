import type { Endpoint } from '#contract/endpoint.ts';
import type { Journey } from '#contract/journey.ts';
import type { ScreenName } from '#contract/screens.ts';

/** `never` leaves a call pending; a number refuses it. A `useServerQuery` repeats those from 500 on. */
export type Reply = object | number | 'never';

export interface ScreenLook {
  readonly path?: string;
  readonly search?: string;
  readonly journey?: Partial<Journey>;
  /** Links beside those that the example journey has. */
  readonly moreLinks?: readonly (keyof Journey['links'])[];
  /** The state of the journey whose exits it has, if not the first one that leads to the screen. */
  readonly inState?: string;
  /** For how many seconds the screen has been waiting already. */
  readonly waited?: number;
  readonly remembers?: Readonly<Record<string, string>>;
  readonly replies?: readonly (readonly [endpoint: Endpoint, reply: Reply])[];
}

export interface ScreenState extends ScreenLook {
  readonly screen: ScreenName;
  readonly name: string;
}

export type StatesOfScreen = Readonly<Record<string, ScreenLook>>;
export type StatesByScreen = Readonly<Partial<Record<ScreenName, StatesOfScreen>>>;
export type Replies = Required<ScreenLook>['replies'];

/** A state in which one call matters. */
export const reply = (endpoint: Endpoint, response: Reply, more: ScreenLook = {}): ScreenLook => ({
  replies: [[endpoint, response]],
  ...more,
});

/** A state in which several calls matter. */
export const replies = (...pairs: Replies): ScreenLook => ({ replies: pairs });

/** States that differ in the response to one call. */
export const answeredBy = (
  endpoint: Endpoint,
  responses: Readonly<Record<string, Reply>>,
  more: ScreenLook = {},
): StatesOfScreen =>
  Object.fromEntries(
    Object.entries(responses).map(([name, response]) => [name, reply(endpoint, response, more)]),
  );
