import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { Scene } from '../../ui/Drawings.tsx';
import { canceledText, withdrawnText } from '../../wording/withdrawal.ts';
import { Notice } from './Notice.tsx';

export default function Withdrawn() {
  const { isSigned } = useJourney() ?? {};
  return (
    <Notice
      screen="withdrawn"
      above={<Scene name="junction" />}
      {...(isSigned && { title: canceledText.heading })}
      {...withdrawnText}
      {...(isSigned && canceledText)}
    >
      <ButtonLink href={pathOf('landing')}>{withdrawnText.button}</ButtonLink>
    </Notice>
  );
}
