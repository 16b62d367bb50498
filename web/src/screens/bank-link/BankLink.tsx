// The terms are accepted; a linked bank verifies the applicant.

import { useState } from 'react';
import { useJourney } from '../../journey/environment.ts';
import { useNavigateTo, useRedirect } from '../../journey/navigate.ts';
import { FourSteps } from '../../shared/FourSteps.tsx';
import { LinkTo } from '../../shared/LinkTo.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { AmountBadge, Card, CardRow, Guarantees } from '../../ui/Card.tsx';
import { bankLinkText as words } from '../../wording/bank-link.ts';
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
    <ScreenPage screen="bank-link" heading={words.heading} lead={words.lead}>
      <AmountBadge amount={journey?.prequalifiedAmount} />
      <ConnectBank link={link} />
      <p>{words.next}</p>
      <Guarantees titled title={words.safeTitle} items={words.safe} />
      <CardRow>
        <Card title={words.readTitle}>
          <List items={words.read} />
        </Card>
        <Card title={words.notReadTitle}>
          <List items={words.notRead} />
        </Card>
      </CardRow>
      <h2>{words.otherTitle}</h2>
      <p>{words.other}</p>
      {journey?.allowed.includes('bank-link-later') && (
        <LinkTo screen="bank-link-later">{words.otherLink}</LinkTo>
      )}
      <FourSteps current={1} />
    </ScreenPage>
  );
}

function List({ items }: { readonly items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
