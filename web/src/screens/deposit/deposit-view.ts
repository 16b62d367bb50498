interface Known {
  /** Whether the journey gives an address of the accounts. */
  readonly hasLink: boolean;
  readonly failed: boolean;
  /** How many accounts came; undefined before the answer. */
  readonly count: number | undefined;
  readonly asksByHand: boolean;
}

export type DepositView = 'loading' | 'accounts' | 'by-hand' | 'none' | 'failed';

/** What the deposit page shows. Without accounts to choose from, numbers are typed: nobody is stuck here. */
export function depositView({ hasLink, failed, count, asksByHand }: Known): DepositView {
  if (!hasLink || count === 0) return 'none';
  if (count === undefined) return failed ? 'failed' : 'loading';
  return asksByHand ? 'by-hand' : 'accounts';
}
