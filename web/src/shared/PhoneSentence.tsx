// A sentence of the wording with the lender's phone number in place of "{phone}", as a link that dials.
import { telephone } from '../ui/Header.tsx';
import { helpPhone } from '../wording/lender.ts';

export function PhoneSentence({ sentence }: { readonly sentence: string }) {
  const [before, after] = sentence.split('{phone}');
  return (
    <>
      {before}
      <a href={telephone(helpPhone)}>{helpPhone}</a>
      {after}
    </>
  );
}
