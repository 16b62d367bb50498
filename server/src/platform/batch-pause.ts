import { setTimeout as pause } from 'node:timers/promises';

/** Pauses for as long as the batch took, so that applicants have the database for at least half of the time. */
export const pauseAfterBatch = (began: number): Promise<void> => pause(performance.now() - began);
