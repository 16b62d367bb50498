import { expect, it } from 'vitest';
import { noticeWords } from './notices.ts';
import { captureOnlyWords, offlineWords, tooYoungWords } from './prequalification.ts';
import { titles } from './titles.ts';

it.each([
  [titles['capture-only'], captureOnlyWords.heading],
  [titles['too-young'], tooYoungWords.heading],
  [titles['offline-error'], offlineWords.heading],
  [titles.contact, noticeWords.contact.heading],
  [titles['frequently-asked-questions'], noticeWords.faq.heading],
  [titles['refer-to-partners'], noticeWords.partners.heading],
])('the tab says %s, as the page does', (title, heading) => {
  expect(title).toBe(heading);
});
