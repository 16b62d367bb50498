import { getBranch } from '#contract/branches.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { useBrowserValue } from '../../lib/use-browser-value.ts';
import { phoneText } from '../../wording/format.ts';
import { openingText } from '../../wording/hours.ts';
import { brand, helpPhone } from '../../wording/lender.ts';
import { serviceOpens } from './service-opens.ts';

/** The phone to call, whether it is the branch's or the lender's, and when that opens if it is closed: "tomorrow at 9:00 AM". */
export function useBranchAnswers(): {
  readonly phone: string;
  readonly isBranch: boolean;
  readonly opens?: string | undefined;
} {
  const { now } = useEnvironment();
  const { data: branch } = useServerQuery(getBranch, useJourney()?.links.branch);
  const lenderOpens = useBrowserValue(() => serviceOpens(brand.hours, now()), undefined);
  if (!branch) return { phone: helpPhone, isBranch: false, opens: lenderOpens };
  const { phone, nextOpening } = branch;
  return { phone: phoneText(phone), isBranch: true, opens: nextOpening && openingText(nextOpening, now()) };
}
