// Coming back: by a partner's link, an emailed one or an expired one; and finishing later.
import { getBranchCall } from '#contract/branches.ts';
import { getTextCode } from '#contract/phone-check.ts';
import { getLead, mailLink } from '#contract/resume.ts';
import type { ScreenState } from './screen-state.ts';

const organization = { name: 'Harborlight Rates', logo: '/lender/partners/harborlight.svg' };
const partners = { source: 'affiliate' as const, organization };
const requested = { loanAmount: 500_000, loanTerm: 48 };
const texted = [getTextCode, { status: 'sent' }] as const;
const sent = { status: 'sent', email: 'alex@example.com' };

export const resumeStates: readonly ScreenState[] = [
  { screen: 'resume', name: 'opening', search: '?token=example' },
  {
    screen: 'update-application-details',
    name: 'a partner’s applicant, with consent still to give',
    journey: partners,
    replies: [[getLead, { needsConsent: true, ...requested }]],
  },
  {
    screen: 'update-application-details',
    name: 'with what the partner knew',
    journey: partners,
    replies: [
      [
        getLead,
        {
          needsConsent: true,
          ...requested,
          phone: '+18015550100',
          residentialStatus: 'rent',
          monthlyPayment: 1200,
        },
      ],
    ],
  },
  {
    screen: 'update-application-details',
    name: 'details alone',
    journey: partners,
    replies: [[getLead, { needsConsent: false }]],
  },
  {
    screen: 'update-application-details',
    name: 'after the decision',
    inState: 'PREQUALIFIED',
    replies: [
      [
        getLead,
        {
          needsConsent: false,
          changesOffers: true,
          phone: '+18015550100',
          residentialStatus: 'own',
          monthlyPayment: 0,
        },
      ],
    ],
  },
  { screen: 'update-application-details', name: 'still loading', journey: partners },
  {
    screen: 'update-application-details',
    name: 'not loaded',
    journey: partners,
    replies: [[getLead, 404]],
  },
  { screen: 'phone-check', name: 'the form was sent', replies: [texted] },
  { screen: 'phone-check', name: 'a partner’s applicant', journey: partners, replies: [texted] },
  { screen: 'phone-check', name: 'come back by a link', journey: { isReturning: true }, replies: [texted] },
  {
    screen: 'phone-check',
    name: 'come back by a link, to a number that gets no texts',
    journey: { isReturning: true },
    replies: [
      [getTextCode, { status: 'failed', error: { field: 'phone', code: 'code-not-sent', message: '' } }],
    ],
  },
  { screen: 'expired', name: 'an offer' },
  { screen: 'expired', name: 'a link', search: '?because=link-expired' },
  { screen: 'expired', name: 'a link opened elsewhere', search: '?because=opened-elsewhere' },
  { screen: 'expired', name: 'a damaged link', search: '?because=link-damaged' },
  {
    screen: 'duplicate',
    name: 'a link can be mailed',
    moreLinks: ['earlierLink'],
    replies: [[mailLink, sent]],
  },
  { screen: 'duplicate', name: 'only the branch has it', inState: 'DUPLICATE_IN_CORE' },
  {
    screen: 'bank-link-later',
    name: 'a link to finish later can be mailed',
    replies: [
      [getBranchCall, { requested: true }],
      [mailLink, sent],
    ],
  },
  {
    screen: 'bank-link-later',
    name: 'a link cannot be mailed',
    replies: [
      [getBranchCall, { requested: true }],
      [mailLink, 503],
    ],
  },
];
