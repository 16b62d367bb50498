// The terms are accepted; a linked bank verifies the applicant.

import { useState } from 'react';
import { useJourney } from '../../journey/environment.ts';
import { useNavigateTo, useRedirect } from '../../journey/navigate.ts';
import { FourSteps } from '../../shared/FourSteps.tsx';
import { LinkTo } from '../../shared/LinkTo.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { AmountBadge, Guarantees } from '../../ui/Card.tsx';
import { Section } from '../../ui/Page.tsx';
import { bankLinkText as words } from '../../wording/bank-link.ts';
import styles from './BankLink.module.css';
import { bankReturn } from './bank-return.ts';
import { ConnectBank } from './ConnectBank.tsx';
import { anotherBank } from './link-flow.ts';
import { useBankLink } from './use-bank-link.ts';

export default function BankLink() {
  const journey = useJourney();
  // Past this step, only for another bank, or on the return from a bank's own page.
  const [elsewhere] = useState(() => {
    const defaultScreen = journey?.defaultScreen;
    // The server renders this, and has no address to read.
    if (defaultScreen === 'bank-link') return undefined;
    const comesToLink = bankReturn() !== undefined || window.location.search === anotherBank;
    return comesToLink ? undefined : defaultScreen;
  });
  useRedirect(elsewhere);
  return elsewhere ? null : <LinkPage />;
}

function LinkPage() {
  const journey = useJourney();
  const navigate = useNavigateTo();
  const link = useBankLink({
    linkTokenHref: journey?.links.linkToken,
    onLinked: () => navigate('verification-loading', { replace: true }),
  });
  return (
    <ScreenPage
      screen="bank-link"
      heading={words.heading}
      lead={words.lead}
      beside={<FourSteps current={1} />}
    >
      <AmountBadge amount={journey?.prequalifiedAmount} />
      <ConnectBank link={link} />
      <p>{words.next}</p>
      <div className={styles.seen}>
        <List title={words.readTitle} items={words.read} />
        <List title={words.notReadTitle} items={words.notRead} />
      </div>
      <Guarantees titled title={words.safeTitle} items={words.safe} />
      <Section title={words.otherTitle}>
        <p>{words.other}</p>
        {journey?.allowed.includes('bank-link-later') && (
          <LinkTo screen="bank-link-later">{words.otherLink}</LinkTo>
        )}
      </Section>
    </ScreenPage>
  );
}

function List({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
