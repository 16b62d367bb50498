// The approved offers at their final price, with the accepted one first.
import { useState } from 'react';
import { chooseApprovedOffer, getApproval } from '#contract/approval.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { OfferTerm } from '#contract/offers.ts';
import { isRefusedAs } from '../../api/failures.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo, useRedirect } from '../../journey/navigate.ts';
import { isRefused, useServerQuery } from '../../journey/queries.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { useToday } from '../../shared/use-day-text.ts';
import { useMoneyPromise } from '../../shared/use-money-promise.ts';
import { WaitForRead } from '../../shared/WaitForRead.tsx';
import { SingleAccordion } from '../../ui/Accordion.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Actions, Button } from '../../ui/Button.tsx';
import { Scene } from '../../ui/Drawings.tsx';
import { Hidden } from '../../ui/Page.tsx';
import { approvalText } from '../../wording/approval.ts';
import { fundsArrive, moneyDayText } from '../../wording/money.ts';
import { offersText } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import { OfferCard } from '../offers/OfferCard.tsx';
import { OtherOffers } from '../offers/OtherOffers.tsx';
import { arrange, termKey } from '../offers/offer-list.ts';
import styles from './Approved.module.css';

const words = approvalText.payment;

export default function ApprovalPayment() {
  const { choices, links, loan } = useJourney() ?? {};
  const promise = useMoneyPromise();
  const today = useToday();
  const approval = useServerQuery(getApproval, links?.approval);
  const { data } = approval;
  // Where there is nothing to choose from, the applicant is sent on.
  const hasNone = isRefused(approval) || data?.status === 'PENDING' || data?.offers?.length === 0;
  useRedirect(data?.status === 'DECLINED' ? 'approval-declined' : hasNone && 'error');
  const { featured, others } = arrange(
    data?.offers ?? [],
    { months: undefined, withAutoSecured: true },
    { chosen: data?.acceptedOffer ?? choices?.selectedTerm },
  );
  const { busy, failed, choose } = useChooseOffer(data?.selectOffer, approval.refetch);

  if (!data?.offers?.length || data.amount === undefined) {
    return (
      <ScreenPage screen="approval-payment" heading={words.heading} width="medium">
        <WaitForRead read={isRefused(approval) ? undefined : approval} loading={words.loading} />
      </ScreenPage>
    );
  }
  const { amount } = data;
  const arrival = loan?.money && loan.amount === amount ? moneyDayText(loan.money, today) : undefined;
  const button = (term: OfferTerm) => (
    <Button
      kind={term === featured ? 'primary' : 'secondary'}
      busy={busy === termKey(term)}
      failure={failed?.key === termKey(term) && failed.why}
      onClick={() => void choose(term)}
    >
      <span>{term === featured && data.acceptedOffer ? offersText.chooseAgain : offersText.choose}</span>
      <Hidden>{`: ${offersText.chooseNamed(term.monthlyPayment, term.months)}`}</Hidden>
    </Button>
  );
  return (
    <ScreenPage
      screen="approval-payment"
      heading={<span className={styles.hero}>{words.heading}</span>}
      lead={
        arrival ? (
          <>
            <strong>{arrival.day}</strong>
            <br />
            <small>
              {arrival.condition} {fundsArrive(undefined)}
            </small>
          </>
        ) : (
          fundsArrive(promise)
        )
      }
      above={<Scene name="station" />}
      width="medium"
      ownSteps
    >
      <Changes amount={amount} accepted={data.accepted} />
      {featured && (
        <>
          <OfferCard
            amount={amount}
            term={featured}
            tag={data.acceptedOffer ? offersText.featuredChosen : offersText.featured}
          />
          <Actions>{button(featured)}</Actions>
        </>
      )}
      <p>{words.next}</p>
      {others.length > 0 && (
        <SingleAccordion title={words.others(others.length)}>
          <OtherOffers amount={amount} terms={others} untitled action={button} />
        </SingleAccordion>
      )}
    </ScreenPage>
  );
}

function useChooseOffer(selectOffer: ResponseOf<typeof getApproval>['selectOffer'], reload: () => unknown) {
  const { call, journey } = useEnvironment();
  const navigate = useNavigateTo();
  const redirect = useRedirectToState();
  const [busy, setBusy] = useState<string>();
  const [failed, setFailed] = useState<{ readonly key: string; readonly why: string }>();

  const choose = async (term: OfferTerm) => {
    if (busy) return;
    setBusy(termKey(term));
    setFailed(undefined);
    try {
      const { accountsHref, directEntryHref } = await call(chooseApprovedOffer, selectOffer?.href, {
        body: { term: term.months, isAutoSecured: term.isAutoSecured },
      });
      journey.merge({
        links: {
          ...(accountsHref && { accounts: accountsHref }),
          ...(directEntryHref && { directEntry: directEntryHref }),
        },
      });
      // The button stays busy, since the screen is about to change.
      navigate('deposit');
    } catch (failure) {
      if (await redirect.afterRefusal(failure)) return;
      setBusy(undefined);
      const isGone = isRefusedAs(failure, 'term-gone');
      if (isGone) reload();
      setFailed({ key: termKey(term), why: isGone ? words.changed : uiText.notSent });
    }
  };
  return { busy, failed, choose };
}

interface ChangesProps {
  readonly amount: number;
  readonly accepted: ResponseOf<typeof getApproval>['accepted'];
}

function Changes({ amount, accepted }: ChangesProps) {
  if (!accepted || accepted.differences.length === 0) return null;
  return (
    <Alert title={words.changedTitle}>
      {accepted.differences.map((difference) => (
        <p key={difference}>{words.changes[difference](accepted.amount, amount)}</p>
      ))}
      <p>{words.free}</p>
    </Alert>
  );
}
