// The individual ids of our ACH entries, as the files have them. The core system's entries may have the same trace numbers, because
// they go through the same bank, but they have other individual ids.
import { writtenIndividualId } from '#finance/nacha.ts';
import type { ApplicationId } from '../../platform/db/tables.ts';

/** The end of the loan's number identifies its disbursement. */
export const disbursementIdOf = (loanId: string): string => writtenIndividualId(loanId.slice(-15));

export const microEntriesIdOf = (id: ApplicationId): string => writtenIndividualId(id.slice(0, 8));
