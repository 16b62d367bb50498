import { getAdverseAction } from '#contract/notices.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { noticeText as words } from '../../wording/notices.ts';
import styles from './Notice.module.css';

export function AdverseAction() {
  const href = useJourney()?.links.adverseAction;
  const { data, errorUpdateCount, isFetching, refetch } = useServerQuery(getAdverseAction, href);
  if (!href) return null;
  if (!data && errorUpdateCount > 0) {
    return (
      <LoadFailed busy={isFetching} onRetry={() => void refetch()}>
        {words.adverseActionFailed}
      </LoadFailed>
    );
  }
  return (
    <p className={styles.notice} aria-busy={!data}>
      {data ? (
        <>
          <a href={data.adverseActionAttachment} target="_blank" rel="noopener">
            {words.adverseAction}
          </a>
          {' · '}
          <a href={data.adverseActionPage} target="_blank" rel="noopener">
            {words.adverseActionPage}
          </a>
        </>
      ) : (
        words.adverseActionLoading
      )}
      <br />
      {words.adverseActionWhat}
    </p>
  );
}
