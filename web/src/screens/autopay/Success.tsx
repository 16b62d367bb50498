// The last screen: when the money arrives, the payment schedule, the documents and the customer portal.
import { type Autopay, getAutopay } from '#contract/autopay.ts';
import { getDocuments } from '#contract/documents.ts';
import { pathOf } from '#contract/screens.ts';
import { useJourney } from '../../journey/environment.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { BranchContact } from '../../shared/branches/BranchContact.tsx';
import { DocumentFiles } from '../../shared/documents/DocumentFiles.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Drawing } from '../../ui/Drawings.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { autopayText, successText as words } from '../../wording/autopay.ts';
import { dateText, usdExact } from '../../wording/format.ts';
import { brand } from '../../wording/lender.ts';
import { MoneyGoesTo } from '../deposit/MoneyGoesTo.tsx';
import { useIsAccountConfirmed } from '../deposit/use-is-account-confirmed.ts';

export default function Success() {
  const links = useJourney()?.links;
  const plan = useServerQuery(getAutopay, links?.autopay);
  const { data: documents } = useServerQuery(getDocuments, links?.documents);
  const { data } = plan;
  const loan = data?.loan;
  const isConfirmed = useIsAccountConfirmed();
  const arrives = loan ? words.arrives(loan.fundsArrive) : words.arrivesSoon;
  const { paidOn, returnedPayment, stopped } = data ?? {};
  // Once payments are made, the money has arrived.
  const isNew = paidOn === undefined && returnedPayment === undefined;
  return (
    <ScreenPage
      screen="success"
      heading={paidOn ? autopayText.paidHeading : returnedPayment ? words.returnedHeading : words.heading}
      lead={isConfirmed && isNew ? arrives : undefined}
      above={<Drawing name="arrived" />}
    >
      {paidOn && <Alert kind="success">{words.paid(paidOn)}</Alert>}
      {returnedPayment && (
        <Alert kind="error">{words.returned(returnedPayment.amount, returnedPayment.on)}</Alert>
      )}
      {stopped && !paidOn && <Alert>{autopayText.stopped[stopped]}</Alert>}
      {isNew && <MoneyGoesTo isSigned />}
      {links?.autopay && plan.isPending && <Waiting messages={[words.loading]} />}
      {data && <Schedule plan={data} />}
      <Card title={words.portalTitle}>
        <p>{words.portal}</p>
        <div>
          <ButtonLink href={brand.customerPortal}>{words.portalButton}</ButtonLink>
        </div>
      </Card>
      {documents?.files?.length ? <DocumentFiles files={documents.files} /> : <p>{words.documentsLater}</p>}
      <BranchContact />
    </ScreenPage>
  );
}

function Schedule({ plan }: { readonly plan: Autopay }) {
  const { loan, paymentAmount, status, chosen } = plan;
  const isOn = status === 'ACTIVE' && chosen;
  return (
    <Card
      title={loan && !plan.paidOn && !plan.returnedPayment ? words.amount(loan.amount) : words.scheduleTitle}
    >
      <Figures
        list
        figures={[
          { label: words.monthly, value: usdExact(loan?.payment ?? paymentAmount) },
          ...(loan
            ? [
                { label: words.count, value: loan.payments },
                { label: words.first, value: dateText(loan.firstDue) },
                { label: words.last, value: dateText(loan.lastDue) },
                { label: words.lastAmount, value: usdExact(loan.lastPayment) },
              ]
            : []),
          { label: words.autopay, value: isOn ? words.autopayOn(chosen.day) : words.autopayOff },
        ]}
      />
      {!plan.paidOn && (
        <p>
          <a href={pathOf('autopay')}>{isOn ? words.change.ACTIVE : words.change.other}</a>
        </p>
      )}
    </Card>
  );
}
