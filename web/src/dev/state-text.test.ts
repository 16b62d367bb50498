// What states of screens say, and what would be untrue or doubled in them.
import { expect, it } from 'vitest';
import { stateText } from './state-text.ts';

const saved = 'We saved your application, and nothing is lost.';
const noInquiry = "We didn't contact a credit bureau.";
const soon = 'Please try again in a few minutes.';
const back = 'The system is back';
const offline = 'System is offline';
const ofBank = /Your bank (?:has|didn't)/;
const unseen = /Your bank (?:has|didn't)|doesn't show all/;

it.each<[address: string, shown: readonly (string | RegExp)[], hidden: readonly (string | RegExp)[]]>([
  ['error/after-a-denial', ['Why we said no'], ['Good to know']],
  ['error/as-it-comes', ['Good to know'], ['Why we said no']],
  ['verification-needed/held-for-a-person', ["You don't need to do anything now"], ['preparing your notice']],
  ['verification-needed/until-a-day', ['A branch can confirm it'], ["doesn't match"]],
  // The offline page promises only what is known.
  ['offline-error/a-saved-form', [saved], [noInquiry, 'ry again']],
  ['offline-error/saved-unplanned', [saved, "Our system isn't answering right now"], [noInquiry, 'ry again']],
  ['offline-error/saved-back', [saved, back], [offline, noInquiry, 'ry again']],
  ['offline-error/saved-resumed-since', [saved, 'Continue my application'], [noInquiry, 'ry again']],
  [
    'offline-error/the-application-not-loaded',
    ["Our system isn't answering right now"],
    [saved, noInquiry, 'ry again'],
  ],
  ['offline-error/no-form-sent', [noInquiry, 'Try again'], [saved, soon]],
  ['offline-error/no-form-sent-unplanned', [noInquiry, 'Try again', soon], [saved]],
  ['offline-error/back-again', [noInquiry, 'Try again', back], [offline, saved, soon]],
  // Nothing is called unconfirmed before the comparison, and only what was compared is said of the bank.
  ['verification-chat/nothing-confirmed', [unseen], []],
  ['verification-chat/a-call-booked', ['Not confirmed yet'], [unseen]],
  ['verification-chat/still-loading', [], [unseen, /Not confirmed yet|Checking/]],
  ['verification-chat/only-some-of-it-compared', ['Send your ID'], [ofBank]],
  [
    'offers/a-counteroffer-to-another-amount-and-term',
    [
      'You asked for $6,200. This is the closest amount we offer.',
      "You asked for 72 months. We don't offer this amount over that term.",
    ],
    [],
  ],
  [
    'offers/a-secured-offer-beside-the-requested-amount',
    [
      /Secured by your vehicle, you can borrow \$7,500: \$[\d.]+ a month for 48 months/,
      'Choose $7,500 with your vehicle',
    ],
    ['You asked for'],
  ],
  ['offers/the-chosen-one-1-consent', ['Accept and continue'], ['1 of 1']],
  // The day of the money has its conditions beside it, and no figure of the offer.
  [
    'approval-payment/many-offers',
    [/You're approved\. Your money arrives by \w+, \w+ \d+\. Sign by [^$]* after signing\./],
    [],
  ],
  [
    'approval-payment/a-lower-amount-few-offers',
    ['You asked for $5,000. The most we can lend you near that is $4,000.'],
    [],
  ],
  ['thank-you/being-rendered', [], ['Read them here now']],
  ['thank-you/mailed', ['Read them here now'], []],
  ['expired/the-link-of-a-request-that-was-closed', ['We closed your application'], ['offer has expired']],
])('%s says %j, and not %j', async (address, shown, hidden) => {
  const text = await stateText(address);
  for (const words of shown) expect(text).toMatch(words);
  for (const words of hidden) expect(text).not.toMatch(words);
});
