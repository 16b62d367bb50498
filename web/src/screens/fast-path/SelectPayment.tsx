import { useState } from 'react';
import { getFastPathStatus } from '#contract/fast-path.ts';
import { RadioGroup } from '../../forms/Controls.tsx';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useNavigateTo } from '../../journey/navigate.ts';
import { useServerQuery } from '../../journey/queries.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { ScreenPage } from '../../shared/ScreenPage.tsx';
import { Card } from '../../ui/Card.tsx';
import { fastPathText } from '../../wording/fast-path.ts';
import { paidOut } from '../../wording/fees.ts';
import { usd } from '../../wording/format.ts';
import { ConnectBank } from '../bank-link/ConnectBank.tsx';
import { useBankLink } from '../bank-link/use-bank-link.ts';
import styles from './FastPath.module.css';

const words = fastPathText.payment;

/** Loaded when it is chosen: together with the bank link it is more than the screen may weigh at first. */
const ManualEntry = lazyPart(() => import('../deposit/ManualEntry.tsx'));

type Way = 'bank' | 'manual';

export default function SelectPayment() {
  const { journey } = useEnvironment();
  const navigate = useNavigateTo();
  const now = useJourney();
  const links = now?.links;
  const { data } = useServerQuery(getFastPathStatus, links?.fastPathStatus);
  const approved = data?.approved ?? now?.choices.selectedTerm;
  const [chosen, setChosen] = useState<Way>();
  const bank = useBankLink({
    linkTokenHref: links?.linkToken,
    onLinked: ({ accountsHref }) => {
      if (accountsHref) journey.merge({ links: { accounts: accountsHref } });
      navigate(accountsHref ? 'fast-path-deposit' : 'verification-error');
    },
  });
  const canLink = links?.linkToken !== undefined && links.exchange !== undefined;
  // An applicant who returns from the bank's own page continues with the bank, even when linking failed.
  const isLinking = bank.status !== 'ready' || bank.note !== undefined;
  const way = chosen ?? (isLinking ? 'bank' : canLink ? undefined : 'manual');
  // What was typed stays while the other way is looked at.
  const [isFormOpened, setFormOpened] = useState(false);
  if (way === 'manual' && !isFormOpened) setFormOpened(true);

  return (
    <ScreenPage screen="fast-path-select-payment" heading={words.heading}>
      {approved && (
        <Card chosen>
          <dl className={styles.hero}>
            <dt>{words.receive}</dt>
            <dd>{usd(paidOut(approved.amount, approved.fees))}</dd>
          </dl>
          <p className={styles.terms}>
            {words.terms(approved.monthlyPayment, approved.months, approved.apr)}
          </p>
        </Card>
      )}
      {canLink ? (
        <RadioGroup
          // This choice is not sent. It only decides what is shown below.
          field={{
            id: 'way',
            name: 'way',
            required: true,
            error: undefined,
            // After the bank's own page, nothing was pressed.
            ref: (radio) => {
              if (radio) (radio as HTMLInputElement).checked = radio.value === way;
            },
            onInput: ({ target }) => setChosen((target as HTMLInputElement).value as Way),
            onBlur: () => {},
          }}
          label={words.question}
          options={[
            { value: 'bank', label: words.bank, hint: words.bankHint },
            { value: 'manual', label: words.manual, hint: words.manualHint },
          ]}
        />
      ) : (
        <h2>{words.question}</h2>
      )}
      {way === undefined && <p>{words.choose}</p>}
      {way === 'bank' && (
        <>
          <p>{words.connectWhat}</p>
          <ConnectBank link={bank} />
        </>
      )}
      <div hidden={way !== 'manual'}>
        {isFormOpened && <ManualEntry onSaved={() => navigate('fast-path-confirm-email')} />}
      </div>
    </ScreenPage>
  );
}
