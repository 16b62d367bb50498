// The status page, without an application and in each phase of one.
import { type ApplicationStatus, getApplicationStatus } from '#contract/application-status.ts';
import { exampleBranch, withoutApplication } from './examples.ts';
import { statusIn } from './exits.ts';
import { reply, type ScreenLook, type StatesByScreen } from './screen-state.ts';

const document = (title: string) => ({ title, pdf: '/api/dev/pdf', page: '/api/dev/page' });
const scoreNotice = document('Your credit score and the price you pay for credit');

const begun = [
  { what: 'You sent us your application', at: '2026-03-03T21:09:00Z' },
  { what: 'You confirmed your phone', at: '2026-03-03T21:14:00Z' },
];
const offered = [...begun, { what: 'We had offers for you', at: '2026-03-03T21:15:00Z' }];
const chosen = [
  ...offered,
  { what: 'You chose your loan', at: '2026-03-04T02:20:00Z' },
  { what: 'You connected your bank', at: '2026-03-04T02:24:00Z' },
  { what: 'We verified your information', at: '2026-03-04T02:25:00Z' },
  { what: 'You agreed to the credit check', at: '2026-03-04T02:26:00Z' },
];
const mailed = [
  ...chosen,
  { what: 'We approved your loan', at: '2026-03-04T02:26:00Z' },
  { what: 'You chose where your money goes', at: '2026-03-04T02:31:00Z' },
  { what: 'We emailed your documents', at: '2026-03-04T02:32:00Z' },
];
const signed = [...mailed, { what: 'You signed your documents', at: '2026-03-05T01:10:00Z' }];

const at = (
  state: string,
  status: Partial<ApplicationStatus>,
  journey: ScreenLook['journey'] = { defaultScreen: 'offers', loan: { branch: exampleBranch } },
): ScreenLook =>
  reply(
    getApplicationStatus,
    { ...statusIn(state), asked: [], done: chosen, documents: [scoreNotice], signedIn: [], ...status },
    { journey },
  );

const links = { status: '/api/dev/status', branch: '/api/dev/branch' };
const withdrawable = { ...links, withdraw: '/api/dev/withdraw' };
/** Nothing to withdraw anymore. */
const closed = { defaultScreen: 'success', loan: { branch: exampleBranch }, links } as const;

export const statusStates: StatesByScreen = {
  status: {
    'without an application': { journey: withoutApplication },
    'before the text code': {
      journey: { ...withoutApplication, defaultScreen: 'phone-check', isReturning: true },
    },
    'still loading': {},
    'not loaded': reply(getApplicationStatus, 400),
    prequalified: at('PREQUALIFIED', {
      done: offered,
      expiry: { label: 'Offers good through', at: '2026-04-02T21:15:00Z' },
    }),
    'signed in elsewhere': at('PREQUALIFIED', {
      done: offered,
      signedIn: [
        { device: 'phone', at: '2026-03-04T16:05:00Z', signOut: '/api/dev/sign-out' },
        { device: 'computer', at: '2026-03-04T02:31:00Z', signOut: '/api/dev/sign-out' },
      ],
    }),
    'being decided': at('DECIDING', { done: begun }, closed),
    'in manual review': at(
      'APPROVAL_HELD',
      {},
      { ...closed, defaultScreen: 'verification-needed', links: withdrawable },
    ),
    'a signed loan whose vehicle is unproven': at(
      'VEHICLE_UNPROVEN',
      {
        phase: 'live',
        asked: [
          {
            kind: 'document',
            what: 'Show us proof that your vehicle is insured.',
            why: 'Your vehicle secures your loan, so we see its insurance before we send your money.',
            status: 'open',
          },
        ],
        done: signed,
      },
      { defaultScreen: 'verification-documents', isSigned: true },
    ),
    'documents to sign': at(
      'DOCUMENTS_SENT',
      { done: mailed, expiry: { label: 'Approval good through', at: '2026-04-03T02:26:00Z' } },
      { defaultScreen: 'thank-you' },
    ),
    'the money on its way': at(
      'DONE',
      {
        done: [...signed, { what: 'We scheduled your deposit', at: '2026-03-05T01:12:00Z' }],
        cancel: {
          label: 'As long as your money is still with us, you can cancel your loan until',
          at: '2026-03-05T17:59:00Z',
        },
        documents: [document('Signed loan documents'), document('Certificate of completion'), scoreNotice],
      },
      {
        defaultScreen: 'success',
        links: withdrawable,
        isSigned: true,
        loan: { branch: exampleBranch, money: { amount: 500_000, mask: '4321', arrivesOn: '2026-03-06' } },
      },
    ),
    declined: at(
      'DECLINED',
      {
        documents: [document('Notice of action taken and statement of reasons')],
        done: [...begun, { what: 'We made our decision', at: '2026-03-03T21:15:00Z' }],
      },
      closed,
    ),
  },
};
