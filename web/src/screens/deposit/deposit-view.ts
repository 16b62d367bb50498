interface Known {
  /** Whether the journey links to the accounts. */
  readonly hasLink: boolean;
  readonly failed: boolean;
  /** The number of accounts; undefined before the response. */
  readonly count: number | undefined;
  readonly asksByHand: boolean;
}

type DepositView = 'loading' | 'accounts' | 'by-hand' | 'none' | 'failed';

/** What the deposit screen shows. Without accounts, the applicant enters one manually. */
export function depositView({ hasLink, failed, count, asksByHand }: Known): DepositView {
  if (!hasLink || count === 0) return 'none';
  if (count === undefined) return failed ? 'failed' : 'loading';
  return asksByHand ? 'by-hand' : 'accounts';
}
