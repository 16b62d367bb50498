// The approved offers at their final price, with the accepted one first.
import { useEffect, useState } from 'react';
import { chooseApprovedOffer, getApproval } from '#contract/approval.ts';
import type { OfferTerm } from '#contract/offers.ts';
import { ApiFailure } from '../../api/failures.ts';
import { FormErrors } from '../../forms/Form.tsx';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { useRedirectToState } from '../../journey/use-redirect-to-state.ts';
import { useChosenLoan } from '../../shared/ChosenLoan.tsx';
import { ManageBank } from '../../shared/ManageBank.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Hidden, Stack } from '../../ui/Page.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { approvalText } from '../../wording/approval.ts';
import { offersText } from '../../wording/offers.ts';
import { uiText } from '../../wording/ui-text.ts';
import { LoanCost } from '../offers/LoanCost.tsx';
import { marksOf } from '../offers/loan-choice.ts';
import { OfferCard } from '../offers/OfferCard.tsx';
import { OtherOffers } from '../offers/OtherOffers.tsx';
import { termKey } from '../offers/offer-list.ts';
import { arrangeApproved, changesOf } from './approved-offers.ts';

const words = approvalText.payment;

export default function ApprovalPayment() {
  const { call, journey } = useEnvironment();
  const navigate = useNavigateTo();
  const redirect = useRedirectToState();
  const now = useJourney();
  const approval = useServerQuery(getApproval, now?.links.approval);
  const [busy, setBusy] = useState<string>();
  const [refused, setRefused] = useState({ count: 0, alerts: [] as readonly string[] });

  const { data } = approval;
  const isDeclined = data?.status === 'DECLINED';
  const hasNone = approval.isError || data?.status === 'PENDING' || data?.offers?.length === 0;
  useEffect(() => {
    if (isDeclined) navigate('approval-declined', { replace: true });
    else if (hasNone) navigate('error', { replace: true });
  }, [isDeclined, hasNone, navigate]);

  const asked = now?.choices.selectedTerm;
  const { featured, others } = arrangeApproved(data?.offers ?? [], data?.acceptedOffer ?? asked);
  useChosenLoan(featured && data?.amount !== undefined ? { amount: data.amount, ...featured } : undefined);

  if (!data?.offers?.length || data.amount === undefined) {
    return (
      <ScreenPage screen="approval-payment" heading={words.heading} lead={words.lead} width="medium">
        <Waiting messages={[words.loading]} />
      </ScreenPage>
    );
  }
  const { amount, offers, selectOffer } = data;
  const wished =
    asked ?? (now?.choices.loanAmount === undefined ? undefined : { amount: now.choices.loanAmount });
  const changes = changesOf(wished, { amount, offers });

  const refuse = (alert: string) => setRefused(({ count }) => ({ count: count + 1, alerts: [alert] }));
  const choose = async (term: OfferTerm) => {
    if (busy) return;
    setBusy(termKey(term));
    setRefused(({ count }) => ({ count, alerts: [] }));
    try {
      const { accountsHref, directEntryHref } = await call(chooseApprovedOffer, selectOffer?.href, {
        body: { term: term.months, isAutoSecured: term.isAutoSecured },
      });
      journey.mergeLinks({
        ...(accountsHref && { accounts: accountsHref }),
        ...(directEntryHref && { directEntry: directEntryHref }),
      });
      // The button stays busy, since the screen is about to change.
      navigate('deposit');
    } catch (failure) {
      if (await redirect.afterRefusal(failure)) return;
      setBusy(undefined);
      if (failure instanceof ApiFailure && failure.has('term-gone')) {
        void approval.refetch();
        refuse(words.changed);
      } else refuse(uiText.notSent);
    }
  };
  const button = (term: OfferTerm) => (
    <Button
      kind={term === featured ? 'primary' : 'secondary'}
      busy={busy === termKey(term)}
      onClick={() => void choose(term)}
    >
      {offersText.choose}
      <Hidden>: {offersText.chooseNamed(term.monthlyPayment, term.months)}</Hidden>
    </Button>
  );
  return (
    <ScreenPage screen="approval-payment" heading={words.heading} lead={words.lead} width="medium">
      <FormErrors form={{ alerts: refused.alerts, summary: [], refused: refused.count }} />
      {wished && changes.length > 0 && (
        <Alert title={words.changedTitle}>
          {changes.map((change) => (
            <p key={change}>{words.changes[change](wished.amount, amount)}</p>
          ))}
          <p>{words.free}</p>
        </Alert>
      )}
      {featured && (
        <Stack tight>
          <h2>{data.acceptedOffer ? offersText.featuredChosen : offersText.featured}</h2>
          <OfferCard
            amount={amount}
            term={featured}
            featured
            {...(data.acceptedOffer && { chosen: true })}
            action={button(featured)}
          />
        </Stack>
      )}
      <p>{words.next}</p>
      {others.length > 0 && (
        <Accordion
          items={[
            {
              title: words.others(others.length),
              content: (
                <OtherOffers
                  amount={amount}
                  terms={others}
                  marks={marksOf(offers)}
                  untitled
                  action={button}
                />
              ),
            },
          ]}
        />
      )}
      {featured && <LoanCost amount={amount} term={featured} />}
      <ManageBank />
    </ScreenPage>
  );
}
