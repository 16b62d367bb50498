import type { UseQueryResult } from '@tanstack/react-query';
import { isStepOver } from '../api/failures.ts';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { uiText } from '../wording/ui-text.ts';

interface WaitForReadProps {
  /** Absent if another screen follows. */
  readonly read: Pick<UseQueryResult, 'error' | 'errorUpdateCount' | 'isFetching' | 'refetch'> | undefined;
  readonly loading: string;
  readonly failed?: string;
}

/** In place of what is being read; after a failure, with a button to try again. */
export function WaitForRead({ read, loading, failed = uiText.notLoaded }: WaitForReadProps) {
  if (!read?.errorUpdateCount || isStepOver(read.error)) return <Waiting messages={[loading]} />;
  return (
    <LoadFailed busy={read.isFetching} onRetry={() => void read.refetch()}>
      {failed}
    </LoadFailed>
  );
}
