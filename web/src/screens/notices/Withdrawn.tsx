import { pathOf } from '#contract/screens.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { withdrawnText } from '../../wording/withdrawal.ts';
import { Notice } from './Notice.tsx';

export default function Withdrawn() {
  return (
    <Notice screen="withdrawn" drawing="junction" {...withdrawnText}>
      <ButtonLink href={pathOf('landing')}>{withdrawnText.button}</ButtonLink>
    </Notice>
  );
}
