// The adverse action notice of a decline.
import { getAdverseAction } from '#contract/notices.ts';
import { useJourney } from '../../app/environment.tsx';
import { useServer } from '../../app/queries.ts';
import { noticeWords } from '../../wording/notices.ts';

export function AdverseAction() {
  const { data } = useServer(getAdverseAction, useJourney()?.links.adverseAction);
  if (!data) return null;
  return (
    <p>
      <a href={data.adverseActionAttachment} target="_blank" rel="noopener">
        {noticeWords.adverseAction}
      </a>
      {' · '}
      <a href={data.adverseActionPage} target="_blank" rel="noopener">
        {noticeWords.adverseActionPage}
      </a>
      <br />
      {noticeWords.adverseActionWhat}
    </p>
  );
}
