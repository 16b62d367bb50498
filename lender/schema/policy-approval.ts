// policy-approval.json: who may change the policy in force by command.
import { z } from 'zod';

export const policyApprovalSchema = z
  .strictObject({
    /** `two-people`: someone other than its proposer approves a version before it can be scheduled. */
    policyApproval: z.enum(['one-person', 'two-people']),
    /** By their database roles; in development, as `--as` names them. */
    operators: z.array(z.string().min(1)).min(1),
  })
  .refine(({ policyApproval, operators }) => policyApproval === 'one-person' || new Set(operators).size > 1, {
    message: 'must name two people or more for two-people',
    path: ['operators'],
  });
