// The status page, without an application and in each phase of one.
import { type ApplicationStatus, getApplicationStatus } from '#contract/application-status.ts';
import { reply, type ScreenLook, type StatesByScreen, withoutApplication } from './screen-state.ts';

const document = (title: string) => ({ title, pdf: '/api/dev/pdf', page: '/api/dev/page' });

const prequalified: ApplicationStatus = {
  heading: "You're prequalified",
  text: "Choose an amount and a term. Choosing won't affect your credit score.",
  phase: 'live',
  since: '2026-03-03T21:15:00Z',
  button: 'See my offers',
  next: [
    'Choose your loan',
    'Verify your information with your bank',
    'Get our final answer',
    'Sign your documents and receive your money',
  ],
  asked: [],
  done: [
    { what: 'You sent us your application', at: '2026-03-03T21:09:00Z' },
    { what: 'You confirmed your phone', at: '2026-03-03T21:14:00Z' },
    { what: 'We had offers for you', at: '2026-03-03T21:15:00Z' },
  ],
  expiry: { label: 'Offers good through', at: '2026-04-02T21:15:00Z' },
  documents: [document('Your credit score and the price you pay for credit')],
};
const chosen = [
  ...prequalified.done,
  { what: 'You chose your loan', at: '2026-03-04T02:20:00Z' },
  { what: 'You connected your bank', at: '2026-03-04T02:24:00Z' },
  { what: 'We verified your information', at: '2026-03-04T02:25:00Z' },
  { what: 'You agreed to the credit check', at: '2026-03-04T02:26:00Z' },
];
const signed = [
  ...chosen,
  { what: 'We approved your loan', at: '2026-03-04T02:26:00Z' },
  { what: 'You chose where your money goes', at: '2026-03-04T02:31:00Z' },
  { what: 'We emailed your documents', at: '2026-03-04T02:32:00Z' },
  { what: 'You signed your documents', at: '2026-03-05T01:10:00Z' },
];

const at = (status: Partial<ApplicationStatus>, more?: ScreenLook): ScreenLook => {
  const { expiry: _, button: __, ...plain } = prequalified;
  const journey = { defaultScreen: 'offers', loan: undefined } as const;
  return reply(getApplicationStatus, { ...plain, ...status }, { journey, ...more });
};

const links = { status: '/api/dev/status', branch: '/api/dev/branch' };
const withdrawable = { ...links, withdraw: '/api/dev/withdraw' };
/** Nothing to withdraw anymore. */
const closed: ScreenLook = { journey: { defaultScreen: 'success', loan: undefined, links } };

export const statusStates: StatesByScreen = {
  status: {
    'without an application': { journey: withoutApplication },
    'before the text code': {
      journey: { ...withoutApplication, defaultScreen: 'phone-check', isReturning: true },
    },
    'still loading': {},
    'not loaded': reply(getApplicationStatus, 400),
    prequalified: at(prequalified),
    'being decided': at(
      {
        heading: "We're looking for your offers",
        text: "This usually takes less than a minute. It won't affect your credit score.",
        phase: 'waiting',
        since: '2026-03-03T21:14:00Z',
        next: [
          "We'll decide",
          'Choose your loan',
          'Verify your information with your bank',
          'Get our final answer',
        ],
        done: prequalified.done.slice(0, 2),
      },
      closed,
    ),
    'in manual review': at(
      {
        heading: "We're taking a closer look",
        text: "Someone on our team is looking at your application. You don't need to do anything now.",
        phase: 'waiting',
        since: '2026-03-04T02:26:00Z',
        next: ["We'll finish our review", "We'll email you what happens next"],
        done: chosen,
      },
      { journey: { defaultScreen: 'verification-needed', loan: undefined, links: withdrawable } },
    ),
    'a signed loan whose vehicle is unproven': at(
      {
        heading: 'Send us proof of insurance',
        text: "You signed your documents. We send your money once someone at your branch has seen your vehicle's papers.",
        phase: 'live',
        since: '2026-03-05T01:10:00Z',
        button: 'Send my papers',
        next: ["Send us your vehicle's papers", 'Your branch looks at them', 'Receive your money'],
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
      { journey: { defaultScreen: 'verification-documents', isSigned: true } },
    ),
    'documents to sign': at(
      {
        heading: 'Your documents are ready to sign',
        text: 'Read them and sign on this or any other device.',
        since: '2026-03-04T02:32:00Z',
        button: 'Go to my documents',
        next: ['Read and sign your documents', 'Receive your money', 'Set up your payments'],
        done: signed.slice(0, -1),
        expiry: { label: 'Approval good through', at: '2026-04-03T02:26:00Z' },
      },
      { journey: { defaultScreen: 'thank-you' } },
    ),
    'the money on its way': at(
      {
        heading: "You're all set",
        text: "Your loan is signed, and there's nothing left to do here.",
        phase: 'ended',
        since: '2026-03-05T01:14:00Z',
        button: 'See my loan',
        next: ['Receive your money', 'Make your first payment'],
        done: [...signed, { what: 'We scheduled your deposit', at: '2026-03-05T01:12:00Z' }],
        cancel: {
          label: 'As long as your money is still with us, you can cancel your loan until',
          at: '2026-03-05T17:59:00Z',
        },
        documents: [
          document('Signed loan documents'),
          document('Certificate of completion'),
          ...prequalified.documents,
        ],
      },
      {
        journey: {
          defaultScreen: 'success',
          links: withdrawable,
          isSigned: true,
          loan: { money: { amount: 500_000, mask: '4321', arrivesOn: '2026-03-06' } },
        },
      },
    ),
    declined: at(
      {
        heading: 'We decided on your application',
        text: "We can't offer you a loan at this time.",
        documents: [document('Notice of action taken and statement of reasons')],
        phase: 'ended',
        button: 'See our decision',
        next: [
          'Read our notice. It explains why, and your rights',
          'You can apply again when something changes',
        ],
        done: [
          ...prequalified.done.slice(0, 2),
          { what: 'We decided on your application', at: '2026-03-03T21:15:00Z' },
        ],
      },
      closed,
    ),
  },
};
