// next-steps.json: what a declined applicant is advised to do about the lender's own reasons.
import { z } from 'zod';
import { C1_REASONS } from './adverse-action.ts';

export const nextStepsSchema = z.strictObject({
  /** The reason of form C-1 that an own one is most like, for the same advice; without one, the branch. */
  likeReasons: z.record(z.string(), z.enum(C1_REASONS)).default({}),
});
export type LikeReasons = z.output<typeof nextStepsSchema>['likeReasons'];
