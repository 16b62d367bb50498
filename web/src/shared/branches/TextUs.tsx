import type { Branch } from '#contract/branches.ts';
import { branchText as words } from '../../wording/branches.ts';

/** Opens the phone's own texts. */
export function TextUs({ phone, hours }: NonNullable<Branch['texts']>) {
  return (
    <p>
      <a href={`sms:${phone}`}>{words.text}</a> {words.between(...hours)}
    </p>
  );
}
