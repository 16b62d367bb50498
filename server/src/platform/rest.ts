// Long work on the database that leaves room for applicants.
import { setTimeout as pause } from 'node:timers/promises';

/** After each batch: rests as long as the batch took, so that applicants have the database for at least half of the time. */
export const rest = (began: number): Promise<void> => pause(performance.now() - began);
