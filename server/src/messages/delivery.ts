// How a notice reaches its applicant. A notice that the law requires in writing may be electronic only after the applicant
// consented in a manner that shows that they can open it (15 USC 7001(c)(1)(C)(ii); 12 CFR 1002.4(d)(2)).
import type { Application } from '../journey/applications.ts';
import type { TextCodeSending } from '../platform/db/tables.ts';
import type { SentKind } from '../records/audit.ts';
import type { With } from '../services.ts';

type Reach = Pick<Application, 'esign_opened_at' | 'esign_withdrawn_at' | 'email_bounced_at'>;

const getsEmail = ({ esign_withdrawn_at, email_bounced_at }: Reach) =>
  esign_withdrawn_at === null && email_bounced_at === null;

/** Whether notices that the law requires in writing may be electronic. */
export const takesElectronicNotices = (application: Reach): boolean =>
  getsEmail(application) && application.esign_opened_at !== null;

/** The phone gets no texts, and an emailed document opens by a text code only. */
const withoutTexts: readonly TextCodeSending['outcome'][] = [
  'cannot-be-sent',
  'calls-only',
  'region-blocked',
  'opted-out',
  'wrong-number',
];
export const takesNoTexts = (code: TextCodeSending | null): boolean =>
  code !== null && withoutTexts.includes(code.outcome);

/**
 * The lender's data say which kinds go by letter until the applicant has opened the ESIGN Act Consent as a PDF, with the email as a
 * courtesy. After a withdrawn consent or a bounced email every kind goes by letter alone, and without texts by letter too.
 */
export function deliveryOf(
  { lender }: With<'lender'>,
  application: Reach & Pick<Application, 'text_code'>,
  kind: SentKind,
): { readonly email: boolean; readonly letter: boolean } {
  // The law requires mail to the spouse, who has not consented to electronic notices (Wis. Stat. 766.56(3)(b)).
  if (kind === 'spouse') return { email: false, letter: true };
  const email = getsEmail(application);
  const atOnce =
    lender.documentDelivery.kinds[kind].letter === 'at-once' && !takesElectronicNotices(application);
  const opens = email && !takesNoTexts(application.text_code);
  return { email, letter: !opens || atOnce };
}
