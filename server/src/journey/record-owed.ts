// Keeps the ledger of notices in step with the journey: every move records what the new state owes.
import type { Tx } from '../platform/db/database.ts';
import type { ApplicationId } from '../platform/db/tables.ts';
import { hasAction, openNotice, oweNotice, voidOpenNotice } from '../records/notices.ts';
import { type StateName, stateOf } from './states.ts';

/** Call it in the transaction that brings the application into the state, at this instant. */
export async function recordOwed(tx: Tx, id: ApplicationId, state: StateName, now: Date): Promise<void> {
  const owed = stateOf(state).owes;
  switch (owed.notice) {
    case 'denial':
      await oweNotice(tx, now, id, 'denial', owed.basis);
      return;
    case 'approval':
    case 'counteroffer':
      await oweNotice(tx, now, id, owed.notice);
      return;
    case 'person-decides':
      // An applicant who did what was missing is owed a decision anew (12 CFR 1002.9(c)(2)).
      await openNotice(tx, id, now);
      return;
    case 'incomplete':
      if (!(await hasAction(tx, id))) await openNotice(tx, id, now);
      return;
    case 'nothing':
      await voidOpenNotice(tx, id);
  }
}
