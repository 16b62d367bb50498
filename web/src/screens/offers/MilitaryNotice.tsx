// What the Military Lending Act means for a covered borrower's offers (10 U.S.C. 987, 32 CFR 232.8).
import type { LoanRequest } from '#contract/offers.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { brand } from '../../wording/lender.ts';
import { militaryText as words } from '../../wording/military.ts';
import styles from './Offers.module.css';

export function MilitaryNotice({ capPercent }: NonNullable<LoanRequest['militaryLendingAct']>) {
  const phone = brand.phones.militaryLending;
  return (
    <Disclosure
      line={
        <span>
          <strong>{words.title}</strong>
          <br />
          {words.folded}
        </span>
      }
    >
      <div className={styles.military}>
        <p>{words.why}</p>
        <ul>
          {words.rules(capPercent).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <p>
          {words.hear} <a href={`tel:${phone}`}>{phoneText(phone)}</a>.
        </p>
      </div>
    </Disclosure>
  );
}
