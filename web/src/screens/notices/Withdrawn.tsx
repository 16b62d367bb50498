import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { canceledText, withdrawnText } from '../../wording/withdrawal.ts';
import { Notice } from './Notice.tsx';

export default function Withdrawn() {
  const { isSigned } = useJourney() ?? {};
  return (
    <Notice
      screen="withdrawn"
      {...(isSigned && { title: canceledText.heading })}
      drawing="junction"
      {...withdrawnText}
      {...(isSigned && canceledText)}
    >
      <ButtonLink href={pathOf('landing')}>{withdrawnText.button}</ButtonLink>
    </Notice>
  );
}
