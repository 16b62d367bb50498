// How a notice reaches its applicant. A notice that the law requires in writing may be electronic only after the applicant
// consented in a manner that shows that they can open it (15 USC 7001(c)(1)(C)(ii); 12 CFR 1002.4(d)(2)).
import type { Application } from '../../journey/applications.ts';
import type { SentKind } from '../../records/notices.ts';

/** The kinds that the law requires in writing: all but those that may have any form, and the one that is repeated at signing. */
const inWriting: Readonly<Record<SentKind, boolean>> = {
  denial: true,
  incomplete: true,
  counteroffer: true,
  // An approval may be communicated in any form (comment 9(a)(1)-2), and a withdrawal needs no notice.
  approval: false,
  withdrawal: false,
  // An applicant who signs has opened the ESIGN Act Consent as a PDF by then, and finds this notice among their documents.
  'score-disclosure': false,
  spouse: true,
};

/**
 * Until an applicant has opened the ESIGN Act Consent as a PDF, a notice in writing goes by letter too, with the email as a
 * courtesy. After a withdrawn consent or a bounced email it goes by letter alone.
 */
export function deliveryOf(
  application: Pick<Application, 'esign_opened_at' | 'esign_withdrawn_at' | 'email_bounced_at'>,
  kind: SentKind,
): { readonly email: boolean; readonly letter: boolean } {
  // The law requires mail to the spouse, who has not consented to electronic notices (Wis. Stat. 766.56(3)(b)).
  if (kind === 'spouse') return { email: false, letter: true };
  const email = application.esign_withdrawn_at === null && application.email_bounced_at === null;
  return { email, letter: !email || (inWriting[kind] && application.esign_opened_at === null) };
}
