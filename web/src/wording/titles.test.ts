import { expect, it } from 'vitest';
import { screens } from '#contract/screens.ts';
import { noticeText } from './notices.ts';
import { captureOnlyText, offlineText, tooYoungText } from './prequalification.ts';

it.each([
  [screens['capture-only'].title, captureOnlyText.heading],
  [screens['too-young'].title, tooYoungText.heading],
  [screens['offline-error'].title, offlineText.heading],
  [screens.contact.title, noticeText.contact.heading],
  [screens['frequently-asked-questions'].title, noticeText.faq.heading],
  [screens['refer-to-partners'].title, noticeText.partners.heading],
])('the tab’s title is %s, as on the page', (title, heading) => {
  expect(title).toBe(heading);
});
