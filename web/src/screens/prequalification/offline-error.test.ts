import { expect, it } from 'vitest';
import { stateText } from '../../dev/state-text.ts';

const saved = 'We saved your application, and nothing is lost.';
const noInquiry = "We didn't contact a credit bureau.";
const soon = 'Please try again in a few minutes.';
const back = 'The system is back';
const offline = 'System is offline';

it.each([
  ['a-saved-form', [saved], [noInquiry, 'ry again']],
  ['saved-unplanned', [saved, "Our system isn't answering right now"], [noInquiry, 'ry again']],
  ['saved-back', [saved, back], [offline, noInquiry, 'ry again']],
  ['saved-resumed-since', [saved, 'Continue my application'], [noInquiry, 'ry again']],
  ['the-application-not-loaded', ["Our system isn't answering right now"], [saved, noInquiry, 'ry again']],
  ['no-form-sent', [noInquiry, 'Try again'], [saved, soon]],
  ['no-form-sent-unplanned', [noInquiry, 'Try again', soon], [saved]],
  ['back-again', [noInquiry, 'Try again', back], [offline, saved, soon]],
])('the offline page promises only what is known: %s', async (name, shown, hidden) => {
  const text = await stateText(`offline-error/${name}`);
  for (const sentence of shown) expect(text).toContain(sentence);
  for (const sentence of hidden) expect(text).not.toContain(sentence);
});
