// A sentence of the wording with a phone number in place of "{phone}", as a link that dials. Usually it is the lender's.
import { telephone } from '../wording/format.ts';
import { helpPhone } from '../wording/lender.ts';

export function PhoneSentence({
  sentence,
  phone = helpPhone,
}: {
  readonly sentence: string;
  readonly phone?: string;
}) {
  const [before, after] = sentence.split('{phone}');
  return (
    <span>
      {before}
      <a href={telephone(phone)}>{phone}</a>
      {after}
    </span>
  );
}
