// What the Military Lending Act means for a covered borrower's offers (10 U.S.C. 987, 32 CFR 232.8).

import type { LoanRequest } from '#contract/offers.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import { Alert } from '../../ui/Alert.tsx';
import { brand } from '../../wording/lender.ts';
import { militaryText as words } from '../../wording/military.ts';

export default function MilitaryNotice({ capPercent }: NonNullable<LoanRequest['militaryLendingAct']>) {
  const phone = brand.phones.militaryLending;
  return (
    <Alert title={words.title}>
      <p>{words.why}</p>
      <ul>
        {words.rules(capPercent).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <p>
        {words.hear} <a href={`tel:${phone}`}>{phoneText(phone)}</a>.
      </p>
    </Alert>
  );
}
