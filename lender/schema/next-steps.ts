// next-steps.json: what a declined applicant is advised to do about the lender's own reasons.
import { z } from 'zod';
import { C1_REASONS } from './adverse-action.ts';

export const nextStepsSchema = z.strictObject({
  /**
   * By the code of a reason in the lender's own words, the reason of form C-1 that it is most like: the declined page advises the same.
   * A reason that is left out leads to the branch.
   */
  likeReasons: z.record(z.string(), z.enum(C1_REASONS)).default({}),
});
export type LikeReasons = z.output<typeof nextStepsSchema>['likeReasons'];
