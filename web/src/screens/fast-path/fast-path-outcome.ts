import type { output } from 'zod/mini';
import type { fastPathStatus } from '#contract/fast-path.ts';
import type { ScreenName } from '#contract/screens.ts';

type Status = output<typeof fastPathStatus>;

export function isFinalStatus(status: Status): boolean {
  return status !== 'FAST_PATH_PENDING';
}

export function afterFastPath(status: Status): ScreenName {
  switch (status) {
    case 'FAST_PATH_APPROVED':
      return 'fast-path-select-payment';
    case 'FAST_PATH_DECLINED':
      return 'fast-path-declined';
    case 'FAST_PATH_COUNTEROFFER':
      return 'fast-path-counteroffer';
    case 'FAST_PATH_REJECTED':
    case 'FAST_PATH_REFER':
    // Polling never ends with this status.
    case 'FAST_PATH_PENDING':
      return 'error';
  }
}
