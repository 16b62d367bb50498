import { expect, it } from 'vitest';
import { screens } from '#contract/screens.ts';
import { appText } from './app.ts';
import { approvalText } from './approval.ts';
import { declinedText } from './declined.ts';
import { fastPathText } from './fast-path.ts';
import { noticeText } from './notices.ts';
import { personText } from './person.ts';
import { uploadText } from './uploads.ts';
import { verificationText } from './verification.ts';

function sentencesOf(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(sentencesOf) : [];
}

it('no page speaks of a chat but in the headings that the specification fixes', () => {
  const all = [appText, approvalText, declinedText, fastPathText, noticeText, uploadText, verificationText];
  const titles = Object.values(screens).map(({ title }) => title);
  const chats = [...all.flatMap(sentencesOf), ...titles].filter((sentence) => /\bchat/i.test(sentence));
  expect(chats.sort()).toEqual([
    "Sorry, we were not able to automatically process your loan request. Let's chat.",
    "Sorry, we were not able to automatically verify your information. Let's chat.",
    "We're sorry but we are not able to proceed with your online loan at this time. Let's chat.",
  ]);
  expect(personText.chatLink).toBeUndefined();
});
