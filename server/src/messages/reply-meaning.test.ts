import { expect, it } from 'vitest';
import { meaningOf } from './reply-meaning.ts';

it.each(
  [
    'STOP | stop |  Stop.  | QUIT | END | REVOKE | OPT OUT | opt-out | CANCEL | UNSUBSCRIBE',
    'STOPALL | Please stop texting me | I want to opt out of these | remove me from your list',
    'stopp | STOOOP!!! | Stpo | cancle | unsubcribe | do not text | dont text me',
    "Don’t text me anymore | don't send me any more messages | no more msgs please",
    'I do not want your texts | quit texting me | cancel these messages | please cancel',
    'End this | take my number off | don’t contact me again | leave me alone | lose my number',
    'ALTO | parar por favor | Cancelar | no me llamen ni me escriban | no me envíen más mensajes',
    "NO MÁS | don't stop by, just stop texting | Don't call or text me",
    "I don't want to receive any more texts | don't want to get texts | I want no texts from you",
    'Take my name off your list | take me off this list | No longer text me',
    "I don't want you to text me | I'd rather you didn't text me",
    'do not call or contact me again | I prefer that you do not contact me | no quiero mensajes',
    'No quiero recibir más mensajes | No quiero que me envíen mensajes | No texts please',
    'REMOVE | Please remove | delete | No more | cease and desist | unsub | Do not call me | ｓｔｏｐ',
    'no text messages | Go away! | Just let me be | No texts to this number | let me alone',
  ].flatMap((line) => line.split(' | ')),
)('%s revokes the consent to texts', (reply) => {
  expect(meaningOf(reply)).toBe('stop');
});

const readAs = {
  start: ['START | unstop'],
  help: ['Help! | info'],
  other: [
    "When does it end? | Can I cancel my appointment | Don't stop | Can I stop by on Friday?",
    'I want to cancel my application | Why didn’t you text me the code?',
    'Do not send the money yet | Can you contact me again | No | Strt',
    'How long will it take me to get the money? | Does this offer go away on Friday?',
    'I got no text | I got no texts to my phone | No, text me tomorrow | You never contact me',
    'You never text me back | Let me be clear | I gave you the wrong number for my employer',
    'There is a wrong number on my pay stub | Sorry, I called the wrong number earlier',
    'Did I dial the wrong number? | The letter has the wrong number of payments | ',
  ],
  'wrong-number': [
    'Wrong number | you have the wrong person, stop texting | That’s not his number',
    'I called to say that you have the wrong number | I think you texted the wrong person',
    'número equivocado | numero incorrecto',
  ],
};
it.each(
  Object.entries(readAs).flatMap(([meaning, lines]) =>
    lines.flatMap((line) => line.split(' | ').map((reply) => [reply, meaning])),
  ),
)('%s is read as %s', (reply, meaning) => {
  expect(meaningOf(reply)).toBe(meaning);
});
