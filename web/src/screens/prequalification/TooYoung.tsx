import { useSearchParams } from 'react-router';
import { pathOf } from '#contract/screens.ts';
import { useBrowserValue } from '../../lib/use-browser-value.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { tooYoungText } from '../../wording/prequalification.ts';
import { Notice } from '../notices/Notice.tsx';

export default function TooYoung() {
  const { notified, button, ...words } = tooYoungText;
  const [search] = useSearchParams();
  const isNotified = useBrowserValue(() => search.has('notice'), false);
  return (
    <Notice screen="too-young" what={isNotified && notified} {...words}>
      <ButtonLink href={pathOf('landing')}>{button}</ButtonLink>
    </Notice>
  );
}
