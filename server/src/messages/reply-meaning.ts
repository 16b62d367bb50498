// The meaning of a reply to our texts. Revoking consent takes no fixed word: any reply that a reasonable person understands as STOP
// revokes it (47 CFR 64.1200(a)(10)), so in doubt a reply revokes.
import type { ReplyMeaning } from '../records/texts.ts';

const stopWords: ReadonlySet<string> = new Set([
  'STOP',
  'STOPALL',
  'STOP ALL',
  'QUIT',
  'END',
  'REVOKE',
  'OPT OUT',
  'OPTOUT',
  'CANCEL',
  'UNSUBSCRIBE',
]);
const startWords: ReadonlySet<string> = new Set(['START', 'UNSTOP', 'YES']);
const helpWords: ReadonlySet<string> = new Set(['HELP', 'INFO']);
/** In a longer sentence, these request no more texts; CANCEL or END may be about something else. */
const stopInSentence = /\b(?:STOP|STOPALL|UNSUBSCRIBE|OPT(?:ING)? ?OUT|REVOKE|REMOVE ME|NO MORE TEXTS)\b/;
/** Words with the opposite meaning. */
const notStop = /\b(?:DO NOT|DON ?T|NEVER) STOP\b/;

export function meaningOf(reply: string): ReplyMeaning {
  const words = reply
    .toUpperCase()
    .replace(/[^A-Z]+/g, ' ')
    .trim();
  if (stopWords.has(words)) return 'stop';
  if (startWords.has(words)) return 'start';
  if (helpWords.has(words)) return 'help';
  return stopInSentence.test(words) && !notStop.test(words) ? 'stop' : 'other';
}
