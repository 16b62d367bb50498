import { getAccountValidation } from '#contract/account-validation.ts';
import { getUploads, removeUpload, type Uploads } from '#contract/uploads.ts';
import { reply, type StatesByScreen } from './screen-state.ts';

type Document = Uploads['documents'][number];

const empty = (kind: Document['kind'], isWanted: boolean): Document => ({
  kind,
  isWanted,
  isMissing: isWanted,
  addHref: `/api/dev/upload/${kind}`,
  files: [],
  received: [],
});
const file = (key: string, type: Document['files'][number]['type'], bytes: number) => ({
  key,
  type,
  bytes,
  pages: [],
  href: `/api/dev/upload/${key}`,
});

/** What was sent of a kind that is wanted. */
export const received = (kind: Document['kind'], files: number): Document => ({
  ...empty(kind, true),
  isMissing: false,
  received: [{ at: '2026-03-02T16:15:00Z', files }],
});

export const wanted = (kind: Document['kind']): Document => empty(kind, true);

const { addHref: _, ...withoutRoom } = empty('photo-id', true);

const looks: Readonly<Record<string, Uploads>> = {
  'nothing added': { documents: [empty('photo-id', false), empty('pay-stub', true), empty('bill', false)] },
  'files added': {
    documents: [
      {
        ...empty('photo-id', true),
        files: [file('front', 'image/jpeg', 812_000), file('back', 'image/jpeg', 640_500)],
      },
      { ...empty('pay-stub', true), files: [file('stub', 'application/pdf', 2_450_000)] },
      empty('bill', true),
    ],
    handInHref: '/api/dev/hand-in',
  },
  received: { documents: [received('photo-id', 2), received('pay-stub', 1), empty('bill', false)] },
  'as many as we take': {
    documents: [
      { ...withoutRoom, files: [file('front', 'image/png', 98_000)] },
      empty('pay-stub', false),
      empty('bill', false),
    ],
    handInHref: '/api/dev/hand-in',
  },
};

const vehiclePapers = [getUploads, { documents: [empty('insurance', true), empty('title', true)] }] as const;
const look = { inState: 'NOT_VERIFIED' };
const unproven = {
  inState: 'VEHICLE_UNPROVEN',
  journey: { isSigned: true, prequalifiedAmount: undefined },
} as const;

export const uploadStates: StatesByScreen = {
  'verification-documents': {
    ...Object.fromEntries(
      Object.entries(looks).map(([name, uploads]) => [
        name,
        {
          ...look,
          replies: [
            [getUploads, uploads],
            [removeUpload, { documents: [] }],
          ],
        },
      ]),
    ),
    "a vehicle's papers": {
      ...unproven,
      replies: [vehiclePapers, [getAccountValidation, { status: 'VALID' }]],
    },
    "a vehicle's papers, and an account that was refused": {
      ...unproven,
      replies: [vehiclePapers, [getAccountValidation, { status: 'INVALID' }]],
    },
    "a vehicle's papers, received": reply(getUploads, { documents: [received('insurance', 1)] }, unproven),
    'one of two received': reply(
      getUploads,
      { documents: [received('photo-id', 2), empty('bill', true)] },
      look,
    ),
    'still loading': look,
    'not loaded': reply(getUploads, 404, look),
  },
};
