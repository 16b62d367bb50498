import { getBranch } from '#contract/branches.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { openingText } from '../../wording/hours.ts';
import { helpPhone } from '../../wording/lender.ts';

/** The phone to call, whether it is the branch's or the lender's, and when a closed branch opens: "tomorrow at 9:00 AM". */
export function useBranchAnswers(): {
  readonly phone: string;
  readonly isBranch: boolean;
  readonly opens?: string | undefined;
} {
  const { now } = useEnvironment();
  const { data: branch } = useServerQuery(getBranch, useJourney()?.links.branch);
  if (!branch) return { phone: helpPhone, isBranch: false };
  const { phone, nextOpening } = branch;
  return { phone: phoneText(phone), isBranch: true, opens: nextOpening && openingText(nextOpening, now()) };
}
