// The meaning of a reply to our texts. Revoking consent takes no fixed word: any reply that a reasonable person understands as STOP
// revokes it (47 CFR 64.1200(a)(10)), so in doubt a reply revokes.
import type { ReplyMeaning } from '../records/texts.ts';

const commands = ['STOP', 'STOPALL', 'QUIT', 'REVOKE', 'OPTOUT', 'CANCEL', 'UNSUBSCRIBE'];

/** With a letter missing, doubled, or in its neighbor's place. */
const misspelled = (word: string): readonly string[] =>
  [...word].flatMap((letter, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    return [
      before + after,
      before + letter + letter + after,
      before + after.slice(0, 1) + letter + after.slice(1),
    ];
  });

/** As a whole reply, these request no more texts; in a sentence, CANCEL or END may be about something else. */
const stopWords: ReadonlySet<string> = new Set([
  ...commands,
  ...commands.flatMap(misspelled),
  ...['STOP ALL', 'END', 'OPT OUT', 'END ALL', 'NOT INTERESTED', 'ENOUGH', 'GO AWAY', 'LET ME BE'],
  ...['NO TEXT', 'NO TEXTS', 'NO TEXTING', 'NO TEXT MESSAGES', 'NO MESSAGES', 'NO SMS'],
  ...['REMOVE', 'REMOVE NUMBER', 'DELETE', 'NO MORE', 'CEASE', 'CEASE AND DESIST', 'UNSUB', 'UN SUBSCRIBE'],
  ...['DO NOT CALL', 'DO NOT CALL ME'],
  // Spanish
  ...['ALTO', 'PARAR', 'PARE', 'PAREN', 'CANCELAR', 'BASTA', 'BAJA', 'DETENER', 'NO MAS', 'TERMINAR'],
]);
const startWords: ReadonlySet<string> = new Set(['START', 'UNSTOP', 'YES']);
const helpWords: ReadonlySet<string> = new Set(['HELP', 'INFO']);

const texts = '(?:TEXTS?|TXTS?|MESSAGES?|MSGS?|SMS|TEXTING|MESSAGING)';
const these = '(?:(?:ALL|ANY|MORE|THE|THESE|THOSE|MY|YOUR|OF|GETTING|RECEIVING|SENDING|ME) )*';
const text = '(?:TEXT|TXT|MESSAGE|MSG)(?:ING)?';
const contact = '(?:CONTACT|BOTHER|SPAM|HARASS)(?:ING)? (?:ME|US|THIS|AGAIN|ANY ?MORE)';
/** "You never text me back" is a complaint. */
const never = '(?<!\\b(?:YOU|THEY) )(?:DO NOT|NEVER|NO LONGER|QUIT|CEASE)';
const ratherNot = '(?:PREFER|RATHER|WISH)(?: THAT)? YOU (?:DO NOT|DIDNT|WOULDNT|WOULD NOT|NEVER)';
const stopInSentence = new RegExp(
  `\\b(?:${[
    'STOPP?|STOPALL|UNSUBSCRIBED?|REVOKE|OPT(?:ING)? ?(?:ME )?OUT',
    '(?:REMOVE|DELETE) ME|TAKE ME (?:OFF|OUT OF)|(?:REMOVE|DELETE|TAKE) (?:MY|THIS) (?:NUMBER|PHONE|CELL)',
    '(?:REMOVE|TAKE) MY NAME',
    `DO NOT (?:WANT|WISH)(?: TO (?:GET|RECEIVE|HAVE))? ${these}${texts}|DO NOT WANT YOU (?:TO )?${text}`,
    `(?:CANCEL|END|QUIT|CEASE|DO NOT SEND|NO MORE|WANT NO) ${these}${texts}`,
    `(?<!\\b(?:GET|GOT|HAVE|RECEIVED) )NO (?:TEXT )?${texts} (?:TO|ANY ?MORE)`,
    `(?:${never}|${ratherNot}) (?:EVER )?(?:CALL(?:ING)? (?:OR|AND) )?(?:${text}|${contact})`,
    '(?:LEAVE|LET) (?:ME|US) ALONE|LEAVE (?:ME|US) BE|(?:LOSE|FORGET) (?:MY|THIS) NUMBER|(?:FUCK|PISS) OFF',
    `NO ME (?:LLAMEN? (?:NI|O) (?:ME )?)?(?:MANDEN?|ENVIEN?|ESCRIBAN?|TEXTEEN?|MOLESTEN?|CONTACTEN?)|DEJ[AE]N? DE|NO MAS (?:MENSAJES|TEXTOS)`,
    'NO QUIERO (?:RECIBIR |QUE ME (?:MANDEN|ENVIEN) )?(?:MAS |SUS |ESTOS )*(?:MENSAJES|TEXTOS)',
    'CANCELAR (?:LOS )?(?:MENSAJES|TEXTOS)|DEJENME EN PAZ',
  ].join('|')})\\b`,
);
/** What has a stop word and another meaning: "don't stop", "can I stop by". */
const notStop = /\b(?:DO NOT|NEVER) STOP\b|\b(?:I|WE|TO|ILL|WELL|CAN|COULD|WILL) STOP (?:BY|IN|OVER)\b/g;

/** The sender is not our applicant, unless the sentence is about a number that they wrote somewhere. */
const wrongNumber =
  /\bWRONG (?:NUMBER(?! OF\b)|PERSON|PHONE)\b|\bNOT (?:MY|HIS|HER|THEIR) (?:NUMBER|PHONE)\b|\bNUMERO (?:EQUIVOCADO|INCORRECTO)\b/;
const numberElsewhere =
  /\bI (?:HAVE |HAD |ACCIDENTALLY )?(?:GAVE|GIVEN|TYPED|PUT|ENTERED|WROTE)\b|\bI (?:(?!YOU\b)\w+ ){0,2}(?:CALL|DIAL|TEXT)(?:ED)? (?:THE|A) WRONG\b|\bWRONG \w+ (?:ON|IN|FOR MY)\b/;

const politeness =
  /\b(?:PLEASE|PLS|PLZ|THANKS|THANK YOU|NOW|IT|THIS|THAT|JUST|HI|HELLO|OK|SORRY|IM|I AM|POR FAVOR)\b/g;
const single = (words: string) => words.replace(/\s+/g, ' ').trim();

export function meaningOf(reply: string): ReplyMeaning {
  const words = single(
    reply
      .normalize('NFKD')
      .replace(/[\p{M}'’]/gu, '')
      .toUpperCase()
      .replace(/[^A-Z]+/g, ' ')
      .replace(/([A-Z])\1{2,}/g, '$1')
      .replace(/\b(?:DONT|DON T|DO NO T)\b/g, 'DO NOT'),
  );
  if (startWords.has(words)) return 'start';
  if (helpWords.has(words)) return 'help';
  if (wrongNumber.test(words) && !numberElsewhere.test(words)) return 'wrong-number';
  const isStop = stopWords.has(single(words.replace(politeness, ''))) || stopWords.has(words);
  return isStop || stopInSentence.test(words.replace(notStop, '')) ? 'stop' : 'other';
}
