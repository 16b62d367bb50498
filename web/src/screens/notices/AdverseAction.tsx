import { getAdverseAction } from '#contract/notices.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { noticeText as words } from '../../wording/notices.ts';

export function AdverseAction() {
  const href = useJourney()?.links.adverseAction;
  const notice = useServerQuery(getAdverseAction, href);
  if (!href) return null;
  if (!notice.data)
    return (
      <WaitForRead read={notice} loading={words.adverseActionLoading} failed={words.adverseActionFailed} />
    );
  return (
    <p>
      <a href={notice.data.adverseActionAttachment} target="_blank" rel="noopener">
        {words.adverseAction}
      </a>
      {' · '}
      <a href={notice.data.adverseActionPage} target="_blank" rel="noopener">
        {words.adverseActionPage}
      </a>
      <br />
      {words.adverseActionWhat}
    </p>
  );
}
