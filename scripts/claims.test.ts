// In each state, on each path and with each set of facts, the status text, the page, its primary button and the email agree.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getAutopay } from '#contract/autopay.ts';
import { getJourney } from '#contract/journey.ts';
import { getAdverseAction } from '#contract/notices.ts';
import { getPrequalification } from '#contract/prequalification.ts';
import { publicScreens } from '#contract/screens.ts';
import { getUploads, type UploadKind } from '#contract/uploads.ts';
import { getVerification } from '#contract/verification.ts';
import { cents } from '#finance/money.ts';
import { loadLender } from '#lender/load.ts';
import { parts, paths, permissionsOf, type StateName, stateNames, stateOf } from '#server/journey/chart.ts';
import { factsShown } from '#server/journey/routes.ts';
import { statusOf } from '#server/stages/status/routes.ts';
import { layOut } from '#server/wording/email-layout.ts';
import { stateEmail } from '#server/wording/state-emails.ts';
import { type Claimed, untrue } from '../server/test/claims.ts';
import type { Replies } from '../web/src/dev/screen-state.ts';
import { statePage, textOf } from '../web/src/dev/state-text.ts';
import { screenStates } from '../web/src/dev/states.ts';
import { received, wanted } from '../web/src/dev/verification-states.ts';

const lender = loadLender();
const names = Object.keys(getJourney.response.shape.links.shape);
const now = new Date('2026-03-01T12:00:00Z');

beforeAll(() => {
  const location = { href: 'https://lender.example/', search: '' };
  vi.stubGlobal('window', { history: { state: null }, location });
});
afterAll(() => void vi.unstubAllGlobals());

const partOf = (name: StateName) =>
  Object.entries(parts).find(([, states]) => name in states)?.[0] ?? 'of none';

interface Facts {
  readonly hasSentDocuments: boolean;
  readonly isPaidOff: boolean;
}
const positions = stateNames.flatMap((state) =>
  paths.flatMap((path) => {
    const { actions, signing, phase, defaultScreen } = permissionsOf({ state, path });
    if (path !== paths[0] && defaultScreen === permissionsOf({ state, path: 'standard' }).defaultScreen)
      return [];
    const mayBePaidOff = signing === 'completed' && phase !== 'waiting' && state !== 'DISBURSEMENT_RETURNED';
    const at = { state, path };
    return [false, ...(actions.has('uploads') ? [true] : [])].flatMap((hasSentDocuments) =>
      [false, ...(mayBePaidOff ? [true] : [])].map((isPaidOff) => ({ ...at, hasSentDocuments, isPaidOff })),
    );
  }),
);

/** What the state and its facts make the server answer. */
function repliesOf(state: StateName, { hasSentDocuments, isPaidOff }: Facts): Replies {
  const { status, heldFor, verification, requiredNotice, signing, publicOutcome } = stateOf(state);
  const kinds: readonly UploadKind[] = signing === 'completed' ? ['insurance'] : ['photo-id', 'bill'];
  const isConfirmed = verification === 'FINISHED' && heldFor === 'nothing';
  const [notice] = screenStates.find(({ name }) => name === 'with its notice and a partner')?.replies ?? [];
  const plan = screenStates.find(({ screen, replies }) => screen === 'success' && replies)?.replies ?? [];
  return [
    [
      getPrequalification,
      {
        status,
        outOfTrade: publicOutcome === 'out-of-trade-area',
        ...(heldFor === 'check' && { isHeld: true }),
        ...(heldFor === 'identity' && { bankCheck: 'not-confirmed' }),
      },
    ],
    [getUploads, { documents: kinds.map((kind) => (hasSentDocuments ? received(kind, 1) : wanted(kind))) }],
    [
      getVerification,
      { status: verification, income: false, identity: isConfirmed, residence: isConfirmed, differences: {} },
    ],
    ...(requiredNotice.notice === 'denial' && notice ? [[getAdverseAction, notice[1]] as const] : []),
    ...plan.map(([endpoint, reply]) =>
      endpoint.path === getAutopay.path && isPaidOff
        ? ([endpoint, { ...(reply as object), paidOn: '2026-02-06' }] as const)
        : ([endpoint, reply] as const),
    ),
  ];
}

async function pageOf({ state, path, ...facts }: (typeof positions)[number]) {
  const { defaultScreen, otherScreens, actions, phase } = permissionsOf({ state, path });
  const replies = repliesOf(state, facts);
  const { tellsInquiry, status } = stateOf(state);
  const hasNotice = replies.some(([{ path: called }]) => called === getAdverseAction.path);
  const offered = [...actions].filter((action) => names.includes(action));
  const example = screenStates.find(({ screen, replies: declared }) => screen === defaultScreen && declared);
  const html = await statePage({
    screen: defaultScreen,
    name: state,
    inState: state,
    replies: [
      ...replies,
      ...(example?.replies ?? []).filter(([{ path: called }]) => called !== getAdverseAction.path),
    ],
    journey: {
      defaultScreen,
      phase,
      allowed: [defaultScreen, ...otherScreens, ...publicScreens],
      links: Object.fromEntries(
        offered
          .filter((action) => action !== 'adverseAction' || hasNotice)
          .map((action) => [action, `/api/dev/${action}`]),
      ),
      prequalifiedAmount: undefined,
      ...(tellsInquiry && { hardInquiry: true }),
      ...factsShown({ state, prequalified_amount: status === 'PREQUALIFIED' ? cents(1_200_000) : null }),
    },
  });
  const main = /<main\b.*<\/main>/s.exec(html)?.[0] ?? '';
  return {
    // The button comes with what is chosen.
    isChoice: main.includes('type="radio"'),
    lines: [/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '', ...textOf(main).split('\n')],
    primary: [...main.matchAll(/<(a|button)\b[^>]*class="[^"]*primary[^"]*"[^>]*>(.*?)<\/\1>/gs)].map(
      ([, , words = '']) => textOf(words).trim(),
    ),
  };
}

it.each(
  positions,
)('$state on the $path path (documents: $hasSentDocuments, paid off: $isPaidOff)', async (position) => {
  const { state, hasSentDocuments, isPaidOff } = position;
  const claimed: Claimed = { ...stateOf(state), part: partOf(state), hasSentDocuments, isPaidOff };
  const status = statusOf(
    { state, source: 'web_form', created_at: now, deadline: now },
    {
      moves: [],
      money: undefined,
      today: '2026-03-01',
      stipulations: [],
      notices: [],
      hasSentDocuments,
      isPaidOff,
      validation: undefined,
    },
  );
  const { heading, text, next, button = '' } = status;
  expect(untrue([heading, ...text.split(/(?<=\.) /), ...next, button], claimed)).toEqual([]);

  const { lines, primary, isChoice } = await pageOf(position);
  expect(untrue(lines, claimed)).toEqual([]);
  const says = (words: string) => lines.some((line) => line.includes(words));
  if (status.phase === 'waiting' || says("don't need to do anything")) expect(primary).toEqual([]);
  if (status.phase === 'live' && !isPaidOff) expect(primary.length > 0 || isChoice).toBe(true);
  expect(says('Why we said no') && says('Send documents')).toBe(false);

  const { notifiedBy } = stateOf(state);
  if (notifiedBy.by !== 'email' || hasSentDocuments) return;
  const mail = stateEmail(notifiedBy.email, { resume: { link: '', days: 1 } }, lender);
  const email = layOut(mail, 'Alex', lender, '');
  expect(untrue([email.subject, ...email.text.split('\n')], claimed)).toEqual([]);
});

it('a sentence that is not true of a state is found', () => {
  const claimed = (state: StateName, facts: Partial<Facts> = {}) => ({
    ...stateOf(state),
    part: partOf(state),
    ...facts,
  });
  for (const [sentence, state, facts] of [
    ['What you signed stays signed.', 'COMPLETING'],
    ['Prequalified for $12,000', 'SIGNED_HELD'],
    ['Sorry, this offer has expired', 'STEP_UP_EXPIRED'],
    ["You don't need to do anything now.", 'STEP_UP'],
    ['Why we said no', 'DECISION_FAILED'],
    ["Your bank's records don't match everything on your application.", 'VERIFYING'],
    ['See your balance, make payments and change your details there.', 'DONE', { isPaidOff: true }],
  ] as const)
    expect(untrue([sentence], claimed(state, facts)), sentence).toEqual([sentence]);
});
