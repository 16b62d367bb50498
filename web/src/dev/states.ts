// The states of every screen, as a fake server's responses. Each group of stages has a file.
import { type CallBack, getBranch, getCallBack } from '#contract/branches.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { getAllowedSteps, getJourney, type Journey } from '#contract/journey.ts';
import { getAdverseAction } from '#contract/notices.ts';
import { pathOf, publicScreens, screenNames, screens } from '#contract/screens.ts';
import { ApiFailure } from '../api/failures.ts';
import { applicationStates } from './application-states.ts';
import { exampleBank, exampleBranch } from './examples.ts';
import { exits, positionOf } from './exits.ts';
import { fundsStates } from './funds-states.ts';
import type { Reply, ScreenState } from './screen-state.ts';
import { statusStates } from './status-states.ts';
import { verificationStates } from './verification-states.ts';

const declared = { ...applicationStates, ...verificationStates, ...fundsStates, ...statusStates };

/** Every screen in its declared states, or as it is. */
export const screenStates: readonly ScreenState[] = screenNames.flatMap((screen): readonly ScreenState[] => {
  const looks = Object.entries(declared[screen] ?? { 'as it comes': {} });
  return looks.map(([name, look]) => ({ screen, name, ...look }));
});

/** Stays the same when other states come or go. */
export const addressOf = ({ screen, name }: Pick<ScreenState, 'screen' | 'name'>): string =>
  `/dev/screens/${screen}/${name
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, '')
    .replace(/ +/g, '-')}`;

export const stateAt = (pathname: string): ScreenState | undefined =>
  screenStates.find((state) => addressOf(state) === pathname.replace(/\/+$/, ''));

const steps = screenNames.filter((name) => screens[name].access === 'step');
const hrefs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `/api/dev/${name}`]));
/** Only some applications have these. */
const rareLinks: readonly string[] = ['vehicle', 'withoutVehicle', 'earlierLink', 'openEarlier', ...exits];
const links = hrefs(
  Object.keys(getJourney.response.shape.links.shape).filter((name) => !rareLinks.includes(name)),
);

const callBack: CallBack = {
  timeZone: 'America/Denver',
  times: [
    '2026-03-05T15:30:00.000Z',
    '2026-03-05T17:30:00.000Z',
    '2026-03-06T15:30:00.000Z',
    '2026-03-06T23:00:00.000Z',
  ],
};

const term = { amount: 500_000, months: 48, apr: 31.22, monthlyPayment: 18_360, isAutoSecured: false };
const exampleJourney: Journey = {
  allowed: [...screenNames],
  links,
  source: 'web_form',
  choices: {
    isLoanAutoSecured: false,
    loanAmount: 500_000,
    linkedBank: { institutionName: exampleBank },
    depositAccount: { institutionName: exampleBank, accountType: 'checking', mask: '4321' },
    selectedTerm: term,
  },
  prequalifiedAmount: 1_200_000,
  loan: { ...term, totalOfPayments: 881_232, financeCharge: 381_232, branch: exampleBranch },
  phoneHint: '(•••) •••-0100',
};

/** A page that is no step shows what some application has. Before the text code there is nothing to leave. */
function positionShown({ screen, journey, inState }: ScreenState) {
  const allowed = [...screenNames];
  if (journey?.isReturning) return { allowed, exits: [] };
  if (screens[screen].access !== 'step' && !inState) return { allowed, exits };
  const { defaultScreen, otherScreens, actions } = positionOf(screen, inState);
  return {
    allowed: inState ? [defaultScreen, ...otherScreens, ...publicScreens] : allowed,
    exits: exits.filter((exit) => actions.includes(exit)),
  };
}

export const journeyOf = (state: ScreenState): Journey => ({
  ...exampleJourney,
  allowed: positionShown(state).allowed,
  links: {
    ...links,
    // Few applications have a notice.
    ...(!state.replies?.some(([{ path }]) => path === getAdverseAction.path) && { adverseAction: undefined }),
    ...hrefs(positionShown(state).exits),
    ...hrefs(state.moreLinks ?? []),
  },
  defaultScreen: state.screen,
  ...state.journey,
});

export const declaredReply = ({ replies }: ScreenState, endpoint: Endpoint): Reply | undefined =>
  replies?.find(([{ path, method }]) => path === endpoint.path && method === endpoint.method)?.[1];

/** As a state declares, or as every state has it. Other calls stay pending. */
export function replyOf(state: ScreenState, endpoint: Endpoint): Reply {
  const journey = journeyOf(state);
  const standard: readonly (readonly [path: string, reply: Reply])[] = [
    [getJourney.path, journey],
    [
      getAllowedSteps.path,
      {
        steps: steps.map(pathOf),
        ...(journey.defaultScreen && { defaultPath: pathOf(journey.defaultScreen) }),
      },
    ],
    [getBranch.path, exampleBranch],
    [getCallBack.path, callBack],
  ];
  return (
    declaredReply(state, endpoint) ??
    (endpoint.method === 'GET' ? standard.find(([path]) => path === endpoint.path)?.[1] : undefined) ??
    'never'
  );
}

export function replyTo(state: ScreenState, endpoint: Endpoint): Promise<unknown> {
  const reply = replyOf(state, endpoint);
  if (reply === 'never') return new Promise(() => {});
  if (typeof reply === 'number') return Promise.reject(new ApiFailure(reply));
  return Promise.resolve(reply);
}
