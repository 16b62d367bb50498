// The last screen: the dates of the money and the payments, what to save, the documents and the customer portal.

import { type Autopay, getAutopay } from '#contract/autopay.ts';
import { getDocuments } from '#contract/documents.ts';
import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { Manager } from '../../shared/branches/Manager.tsx';
import { DocumentFiles } from '../../shared/documents/DocumentFiles.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { useIsAccountConfirmed, useMoneyPromise } from '../../shared/use-money-promise.ts';
import { Alert } from '../../ui/Alert.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Scene } from '../../ui/Drawings.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { autopayText, successText as words } from '../../wording/autopay.ts';
import { depositText } from '../../wording/deposit.ts';
import { telephone, usd } from '../../wording/format.ts';
import { brand } from '../../wording/lender.ts';
import { promised } from '../../wording/money.ts';
import { AccountNotice, MoneyGoesTo } from '../deposit/MoneyGoesTo.tsx';

export default function Success() {
  const links = useJourney()?.links;
  const plan = useServerQuery(getAutopay, links?.autopay);
  const { data: documents } = useServerQuery(getDocuments, links?.documents);
  const { data } = plan;
  const { loan, paidOn, returnedPayment, stopped } = data ?? {};
  const isConfirmed = useIsAccountConfirmed();
  const promise = useMoneyPromise();
  const isReading = links?.autopay !== undefined && plan.isPending;
  // The receipt has the day.
  const arrives = loan || isReading || !promise ? undefined : promised(promise);
  // Once payments are made, the money has arrived.
  const isNew = paidOn === undefined && returnedPayment === undefined;
  return (
    <ScreenPage
      screen="success"
      heading={paidOn ? autopayText.paidHeading : returnedPayment ? words.returnedHeading : words.heading}
      lead={isConfirmed && isNew ? arrives : undefined}
      above={<Scene name="funded" />}
      beside={paidOn ? null : undefined}
    >
      {isReading ? (
        <Waiting messages={[words.loading]} />
      ) : (
        <>
          {paidOn && <Alert kind="success">{autopayText.paid(paidOn)}</Alert>}
          {returnedPayment && (
            <Alert kind="error">{words.returned(returnedPayment.amount, returnedPayment.on)}</Alert>
          )}
          {stopped && !paidOn && <Alert>{autopayText.stopped[stopped]}</Alert>}
          {isNew && !loan && <MoneyGoesTo isSigned />}
          {data && !paidOn && <Receipt plan={data} isNew={isNew} isConfirmed={isConfirmed} />}
          {isNew && loan && <AccountNotice />}
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
          {documents?.files?.length ? (
            <DocumentFiles files={documents.files} />
          ) : (
            isNew && <p>{words.documentsLater}</p>
          )}
        </>
      )}
    </ScreenPage>
  );
}

interface ReceiptProps {
  readonly plan: Autopay;
  readonly isNew: boolean;
  readonly isConfirmed: boolean;
}

/** What arrives when and where, and when payments are made. */
function Receipt({ plan, isNew, isConfirmed }: ReceiptProps) {
  const { choices, loan: { branch } = {} } = useJourney() ?? {};
  const { loan, chosen } = plan;
  if (!loan) return null;
  const { dates } = words;
  const account = choices?.depositAccount?.validation === 'INVALID' ? undefined : choices?.depositAccount;
  const isPaidByDebit = chosen?.firstPaid === loan.firstDue;
  const isSameDay = isPaidByDebit && chosen.firstDebit === loan.firstDue;
  const lastDebit = lastDebitOf(plan);
  return (
    <Card title={isNew ? words.receiptTitle : words.datesTitle}>
      <Figures
        list
        figures={[
          ...(isNew
            ? [
                { label: dates.amount, value: usd(loan.amount) },
                { label: dates.arrives, value: dates.by(loan.fundsArrive) },
                ...(account ? [{ label: dates.account, value: depositText.account(account) }] : []),
                {
                  label: dates.due(loan.payment),
                  value: (
                    <>
                      {dates.on(loan.firstDue)}
                      <br />
                      <small>
                        {isSameDay
                          ? dates.paidThen
                          : isPaidByDebit
                            ? dates.paid(chosen.firstDebit)
                            : dates.byHand}
                      </small>
                    </>
                  ),
                },
              ]
            : []),
          ...(chosen && !(isNew && isPaidByDebit)
            ? [{ label: dates.debit, value: dates.on(chosen.firstDebit) }]
            : []),
          {
            label: dates.last(loan.payments, loan.lastPayment),
            value: (
              <>
                {dates.on(loan.lastDue)}
                {lastDebit && (
                  <>
                    <br />
                    <small>{lastDebit === loan.lastDue ? dates.paidThen : dates.paid(lastDebit)}</small>
                  </>
                )}
              </>
            ),
          },
        ]}
      />
      {isNew && branch && (
        <div>
          <Manager {...branch.manager} />
          <a href={telephone(branch.phone)}>{words.callBranch(branch.name)}</a>
        </div>
      )}
      {!isConfirmed && <p>{words.datesMove}</p>}
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

/** The last debit's day, not always the last due date. Undefined when off or on a day of the month. */
export function lastDebitOf({ status, chosen, days }: Autopay): string | undefined {
  if (status !== 'ACTIVE') return undefined;
  return days.find(({ daysBeforeDue }) => daysBeforeDue === chosen?.daysBeforeDue)?.lastDebit;
}
