// The last screen: the dates of the money and the payments, what to save, the documents and the customer portal.

import type { ReactNode } from 'react';
import { type Autopay, getAutopay } from '#contract/autopay.ts';
import { getDocuments } from '#contract/documents.ts';
import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { DocumentFiles } from '../../shared/documents/DocumentFiles.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { useIsAccountConfirmed, useMoneyPromise } from '../../shared/use-money-promise.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Actions, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Drawing } from '../../ui/Drawings.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { autopayText, successText as words } from '../../wording/autopay.ts';
import { brand } from '../../wording/lender.ts';
import { promised } from '../../wording/money.ts';
import { MoneyGoesTo } from '../deposit/MoneyGoesTo.tsx';
import styles from './DateLine.module.css';

export default function Success() {
  const links = useJourney()?.links;
  const plan = useServerQuery(getAutopay, links?.autopay);
  const { data: documents } = useServerQuery(getDocuments, links?.documents);
  const { data } = plan;
  const { loan, paidOn, returnedPayment, stopped } = data ?? {};
  const isConfirmed = useIsAccountConfirmed();
  const promise = useMoneyPromise();
  const arrives = promise ? promised(promise) : loan ? undefined : words.arrivesSoon;
  // Once payments are made, the money has arrived.
  const isNew = paidOn === undefined && returnedPayment === undefined;
  return (
    <ScreenPage
      screen="success"
      heading={paidOn ? autopayText.paidHeading : returnedPayment ? words.returnedHeading : words.heading}
      lead={isConfirmed && isNew ? arrives : undefined}
      above={<Drawing name="funded" />}
    >
      {paidOn && <Alert kind="success">{autopayText.paid(paidOn)}</Alert>}
      {returnedPayment && (
        <Alert kind="error">{words.returned(returnedPayment.amount, returnedPayment.on)}</Alert>
      )}
      {stopped && !paidOn && <Alert>{autopayText.stopped[stopped]}</Alert>}
      {isNew && <MoneyGoesTo isSigned />}
      {links?.autopay && plan.isPending && <Waiting messages={[words.loading]} />}
      {data && !paidOn && <Dates plan={data} isNew={isNew} isConfirmed={isConfirmed} />}
      {!paidOn && (
        <Card title={words.paying}>
          {data && <AutopayLine plan={data} />}
          <p>{words.portal}</p>
          <ButtonLink href={brand.customerPortal} {...(isNew && { kind: 'secondary' })}>
            {words.portalButton}
          </ButtonLink>
        </Card>
      )}
      {isNew && <Keep isAutopayOn={data?.status === 'ACTIVE'} />}
      {documents?.files?.length ? <DocumentFiles files={documents.files} /> : <p>{words.documentsLater}</p>}
    </ScreenPage>
  );
}

interface DatesProps {
  readonly plan: Autopay;
  readonly isNew: boolean;
  readonly isConfirmed: boolean;
}

/** When the money arrives and payments are made. */
function Dates({ plan, isNew, isConfirmed }: DatesProps) {
  const { loan, chosen, calendar } = plan;
  if (!loan) return null;
  const { dates } = words;
  const isPaidByDebit = chosen?.firstPaid === loan.firstDue;
  const isSameDay = isPaidByDebit && chosen.firstDebit === loan.firstDue;
  const debit = chosen &&
    !isSameDay && {
      what: dates.debit,
      when: dates.on(chosen.firstDebit),
      date: chosen.firstDebit,
    };
  const due = {
    what: dates.due(loan.payment),
    when: dates.on(loan.firstDue),
    date: loan.firstDue,
    more: isSameDay ? dates.paidThen : isPaidByDebit ? dates.paid(chosen.firstDebit) : dates.byHand,
  };
  const lastDebit = lastDebitOf(plan);
  const payments = [...(debit ? [debit] : []), ...(isNew ? [due] : [])].sort((a, b) =>
    a.date < b.date ? -1 : 1,
  );
  return (
    <Card title={words.datesTitle}>
      <DateLine
        stations={[
          ...(isNew ? [{ what: dates.money(loan.amount), when: dates.by(loan.fundsArrive) }] : []),
          ...payments,
          {
            what: dates.last(loan.payments, loan.lastPayment),
            when: dates.on(loan.lastDue),
            more: lastDebit && (lastDebit === loan.lastDue ? dates.paidThen : dates.paid(lastDebit)),
          },
        ]}
      />
      {!isConfirmed && <p>{words.datesMove}</p>}
      {isConfirmed && calendar && (
        <Actions>
          <ButtonLink href={calendar} download="" {...(!isNew && { kind: 'secondary' })}>
            {words.calendar}
          </ButtonLink>
          <p>{words.calendarWhat}</p>
        </Actions>
      )}
    </Card>
  );
}

function AutopayLine({ plan: { status, chosen } }: { readonly plan: Autopay }) {
  const isOn = status === 'ACTIVE' && chosen;
  return (
    <p>
      <span>{isOn ? words.autopayOn(autopayText.when(chosen.daysBeforeDue)) : words.autopayOff}</span>{' '}
      <a href={pathOf('autopay')}>{isOn ? words.change.ACTIVE : words.change.other}</a>
    </p>
  );
}

function Keep({ isAutopayOn }: { readonly isAutopayOn: boolean }) {
  const { authorization, contact } = words.keep;
  return (
    <Card title={words.keepTitle}>
      <ul>
        {[...(isAutopayOn ? [authorization] : []), contact].map(({ title, text }) => (
          <li key={title}>
            <strong>{title}.</strong> {text}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface Station {
  readonly what: string;
  readonly when: string;
  readonly more?: ReactNode;
}

function DateLine({ stations }: { readonly stations: readonly Station[] }) {
  return (
    <ol className={styles.line}>
      {stations.map(({ what, when, more }) => (
        <li key={what} className={styles.station}>
          <p className={styles.what}>{what}</p>
          <p className={styles.when}>{when}</p>
          {more && <p className={styles.more}>{more}</p>}
        </li>
      ))}
    </ol>
  );
}

/** The last debit's day, not always the last due date. Undefined when off or on a day of the month. */
export function lastDebitOf({ status, chosen, days }: Autopay): string | undefined {
  if (status !== 'ACTIVE') return undefined;
  return days.find(({ daysBeforeDue }) => daysBeforeDue === chosen?.daysBeforeDue)?.lastDebit;
}
