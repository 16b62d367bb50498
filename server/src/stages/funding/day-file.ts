// Declares the job that writes a day's ACH file.
import * as z from 'zod';
import { longPatience } from '../../journey/jobs.ts';
import type { JobDeclaration } from '../../platform/jobs/jobs.ts';

const payload = z.object({ day: z.string() });

export const writeDayFile: JobDeclaration<z.output<typeof payload>> = {
  name: 'write-ach-file',
  payload,
  ...longPatience,
  concurrency: 1,
};
