import { pathOf } from '#contract/screens.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { tooYoungText as words } from '../../wording/prequalification.ts';
import { Notice } from '../notices/Notice.tsx';

export default function TooYoung() {
  return (
    <Notice screen="too-young" drawing="junction" {...words}>
      <ButtonLink href={pathOf('landing')}>{words.button}</ButtonLink>
    </Notice>
  );
}
