import { pathOf } from '#contract/screens.ts';
import { useEnvironment } from '../../journey/environment.ts';
import { useBrowserValue } from '../../lib/use-browser-value.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { tooYoungText } from '../../wording/prequalification.ts';
import { Notice } from '../notices/Notice.tsx';

export default function TooYoung() {
  const { memory } = useEnvironment();
  const { notified, button, ...words } = tooYoungText;
  const isNotified = useBrowserValue(() => memory.get('notified') === 'yes', false);
  return (
    <Notice screen="too-young" drawing="junction" what={isNotified && notified} {...words}>
      <ButtonLink href={pathOf('landing')}>{button}</ButtonLink>
    </Notice>
  );
}
