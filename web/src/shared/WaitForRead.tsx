import type { UseQueryResult } from '@tanstack/react-query';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { uiText } from '../wording/ui-text.ts';

interface WaitForReadProps {
  readonly read: Pick<UseQueryResult, 'errorUpdateCount' | 'isFetching' | 'refetch'>;
  readonly loading: string;
  readonly failed?: string;
}

/** In place of what is being read; after a failure, with a button to try again. */
export function WaitForRead({ read, loading, failed = uiText.notLoaded }: WaitForReadProps) {
  if (read.errorUpdateCount === 0) return <Waiting messages={[loading]} />;
  return (
    <LoadFailed busy={read.isFetching} onRetry={() => void read.refetch()}>
      {failed}
    </LoadFailed>
  );
}
