import { pathOf } from '#contract/screens.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { noticeWords } from '../../wording/notices.ts';
import { Notice } from '../notices/Notice.tsx';

export default function Expired() {
  const { heading, lead, next, button } = noticeWords.expired;
  return (
    <Notice screen="expired" drawing="clock" heading={heading} lead={lead} next={next} branch>
      <div>
        <ButtonLink href={pathOf('landing')}>{button}</ButtonLink>
      </div>
    </Notice>
  );
}
