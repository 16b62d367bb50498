import { pathOf } from '#contract/screens.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { tooYoungText as words } from '../../wording/prequalification.ts';
import { Notice } from '../notices/Notice.tsx';

export default function TooYoung() {
  return (
    <Notice screen="too-young" drawing="junction" heading={words.heading} lead={words.lead} next={words.next}>
      <ButtonLink href={pathOf('landing')}>{words.button}</ButtonLink>
    </Notice>
  );
}
