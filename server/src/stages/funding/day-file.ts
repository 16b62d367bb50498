// Declares the job that writes a day's ACH file.
import * as z from 'zod';
import { longPatience } from '../../journey/jobs.ts';
import { declareJob } from '../../platform/jobs/job-declaration.ts';

export const writeDayFile = declareJob(
  'write-ach-file',
  { ...longPatience, concurrency: 1 },
  z.object({ day: z.string() }),
);
