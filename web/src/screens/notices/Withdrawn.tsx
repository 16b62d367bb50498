import { pathOf } from '#contract/screens.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { withdrawnText } from '../../wording/withdrawal.ts';
import { Notice } from './Notice.tsx';

export default function Withdrawn() {
  const { heading, lead, next, button } = withdrawnText;
  return (
    <Notice screen="withdrawn" drawing="junction" heading={heading} lead={lead} next={next}>
      <ButtonLink href={pathOf('landing')}>{button}</ButtonLink>
    </Notice>
  );
}
