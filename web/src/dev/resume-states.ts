// Coming back: by a partner's link, an emailed one or an expired one; and finishing later.
import { getBranchCall } from '#contract/branches.ts';
import { getJourney } from '#contract/journey.ts';
import { getOutage } from '#contract/outage.ts';
import { getTextCode } from '#contract/phone-check.ts';
import { emailResumeLink, getLead } from '#contract/resume.ts';
import { partners } from './funds-states.ts';
import {
  planned,
  replies,
  reply,
  type StatesByScreen,
  unplanned,
  withoutApplication,
} from './screen-state.ts';

const lead = { needsConsent: true, loanAmount: 500_000, loanTerm: 48 };
const texted = [getTextCode, { status: 'sent' }] as const;
const sent = { status: 'sent', email: 'alex@example.com' };
const calls = [getBranchCall, { requested: true, callBy: '2026-03-05T00:30:00Z' }] as const;

export const resumeStates: StatesByScreen = {
  resume: { opening: { search: '?token=example' } },
  'update-application-details': {
    'a partner’s applicant, with consent still to give': reply(getLead, lead, { journey: partners }),
    'with what the partner knew': reply(
      getLead,
      { ...lead, phone: '+18015550100', residentialStatus: 'rent', monthlyPayment: 1200 },
      { journey: partners },
    ),
    'a city of another ZIP code': reply(
      getLead,
      {
        ...lead,
        needsConsent: false,
        home: {
          question: '84115 is Salt Lake City, Utah. Change the city?',
          city: 'Provo',
          suggested: 'Salt Lake City',
        },
      },
      { journey: partners },
    ),
    'details alone': reply(getLead, { needsConsent: false }, { journey: partners }),
    'after the decision': reply(
      getLead,
      {
        needsConsent: false,
        changesOffers: true,
        phone: '+18015550100',
        residentialStatus: 'own',
        monthlyPayment: 0,
      },
      { inState: 'PREQUALIFIED' },
    ),
    'still loading': { journey: partners },
    'not loaded': reply(getLead, 404, { journey: partners }),
  },
  'phone-check': {
    'the form was sent': { replies: [texted] },
    'a partner’s applicant': { journey: partners, replies: [texted] },
    'returned by a link': { journey: { isReturning: true }, replies: [texted] },
    'returned by a link, to a number that gets no texts': reply(
      getTextCode,
      { status: 'failed', error: { field: 'phone', code: 'code-not-sent', message: '' } },
      { journey: { isReturning: true } },
    ),
  },
  expired: {
    'an offer': {},
    'a link': { search: '?because=link-expired' },
    'a link opened elsewhere': { search: '?because=opened-elsewhere' },
    'a damaged link': { search: '?because=link-damaged' },
    'the link of a request that was closed': {
      search: '?because=request-closed',
      journey: withoutApplication,
    },
  },
  'too-young': { 'a child': {}, 'a notice follows': { search: '?notice=sent' } },
  'offline-error': {
    'a saved form': reply(getOutage, planned, { journey: { defaultScreen: 'capture-only' } }),
    'saved, unplanned': reply(getOutage, unplanned, { journey: { defaultScreen: 'capture-only' } }),
    'saved, back': reply(getOutage, {}, { journey: { defaultScreen: 'capture-only' } }),
    'saved, resumed since': reply(getOutage, {}, { journey: { defaultScreen: 'offers' } }),
    'the application not loaded': replies([getOutage, unplanned], [getJourney, 404]),
    'no form sent': reply(getOutage, planned, { journey: withoutApplication }),
    'no form sent, unplanned': reply(getOutage, unplanned, { journey: withoutApplication }),
    'back again': reply(getOutage, {}, { journey: withoutApplication }),
  },
  duplicate: {
    'a link can be mailed': reply(emailResumeLink, sent, { moreLinks: ['earlierLink', 'openEarlier'] }),
    'only the branch has it': { inState: 'DUPLICATE_IN_CORE' },
  },
  'bank-link-later': {
    'a link to finish later can be mailed': replies(calls, [emailResumeLink, sent]),
    'a link cannot be mailed': replies(calls, [emailResumeLink, 503]),
  },
};
