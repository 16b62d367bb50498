// The side column of a task, which on a phone is one line above it. Loaded after the task, which works without it.
import type { LoanSummary } from '#contract/loan-summary.ts';
import { type ScreenName, screens, type TaskScreen } from '#contract/screens.ts';
import { phoneText } from '#lender/public/phone-text.ts';
import { useJourney } from '../journey/environment.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Figures } from '../ui/Figures.tsx';
import { Stack } from '../ui/Page.tsx';
import { Tick } from '../ui/Tick.tsx';
import { dateText, rate, telephone, usd, usdExact } from '../wording/format.ts';
import { guaranteesText } from '../wording/guarantees.ts';
import { brand, servedStates } from '../wording/lender.ts';
import { loanTermsText } from '../wording/loan-terms.ts';
import { nextStepsOf, sideText as words } from '../wording/side.ts';
import { BranchContact } from './branches/BranchContact.tsx';
import { Manager } from './branches/Manager.tsx';
import { TextUs } from './branches/TextUs.tsx';
import styles from './LoanCard.module.css';
import { useIsAccountConfirmed, useMoneyPromise } from './use-money-promise.ts';

interface SidePanelProps {
  readonly screen: ScreenName;
  /** The page itself explains what happens next. */
  readonly ownSteps?: boolean;
  /** As one line that opens. */
  readonly folded?: boolean;
}

export default function SidePanel({ screen, ownSteps = false, folded = false }: SidePanelProps) {
  const { loan: summary = {}, allowed = [] } = useJourney() ?? {};
  const promise = useMoneyPromise();
  const isConfirmed = useIsAccountConfirmed();
  const { side } = screens[screen];
  if (side === 'own' && summary.amount !== undefined) {
    const { branch: _, ...loan } = summary;
    return (
      <Stack>
        <div>
          <LoanCard loan={loan} />
        </div>
        <BranchContact />
      </Stack>
    );
  }
  if (!hasCard(screen)) return <BranchContact />;
  const loan = side === 'loan' ? summary : side === 'next' ? { branch: summary.branch } : undefined;
  const card = {
    next: ownSteps ? [] : nextStepsOf(screen, allowed, promise, isConfirmed),
    ...(loan && { loan }),
  };
  if (!folded) return <LoanCard {...card} />;
  if (loan?.amount === undefined && card.next.length === 0) return null;
  return (
    <Disclosure
      line={
        loan?.amount === undefined ? (
          words.nextTitle
        ) : (
          <span>
            {words.title} <strong>{inShort(loan.amount, loan.monthlyPayment)}</strong>
          </span>
        )
      }
    >
      <LoanCard {...card} untitled />
    </Disclosure>
  );
}

const hasCard = (screen: ScreenName): screen is TaskScreen =>
  ['loan', 'next', 'guarantees'].includes(screens[screen].side);

/** "$5,000 · $183.60 a month" */
const inShort = (amount: number, monthlyPayment: number | undefined) =>
  monthlyPayment === undefined ? usd(amount) : `${usd(amount)} · ${words.aMonth(monthlyPayment)}`;

interface LoanCardProps {
  /** Absent before there can be a loan: an example is shown. */
  readonly loan?: LoanSummary;
  /** Absent where the page itself explains what happens next. */
  readonly next?: readonly string[];
  /** The heading is seen elsewhere, such as in the line that opens the card. */
  readonly untitled?: boolean;
}

/** The loan as far as it is known, what happens next and the branch; before there is a loan, what the applicant can count on. */
export function LoanCard({ loan, next, untitled }: LoanCardProps) {
  const isKnown = loan?.amount !== undefined;
  return (
    <>
      <section className={styles.card} hidden={!isKnown && !next?.length && !loan?.branch}>
        {loan && isKnown && (
          <div className={styles.part}>
            <h2 className={untitled ? 'visually-hidden' : undefined}>{words.title}</h2>
            <LoanFigures loan={loan} />
          </div>
        )}
        {next && next.length > 0 && (
          <div className={styles.part}>
            <h2 className={untitled && !isKnown ? 'visually-hidden' : undefined}>{words.nextTitle}</h2>
            <ol className={styles.next}>
              {next.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
        )}
        {!loan && (
          <div className={styles.part}>
            <h2>{words.exampleTitle}</h2>
            <p>{words.example}</p>
          </div>
        )}
        {loan?.branch && <BranchLine branch={loan.branch} />}
      </section>
      {!loan && (
        <ul className={styles.guarantees} aria-label={guaranteesText.title}>
          {guaranteesText.items(brand.branchCount, servedStates.length).map(({ title }) => (
            <li key={title}>
              <Tick />
              {title}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function LoanFigures({ loan }: { readonly loan: LoanSummary }) {
  const { amount, monthlyPayment, months, apr, totalOfPayments: total, firstDueDate } = loan;
  return (
    <>
      {monthlyPayment !== undefined && (
        <p className={styles.payment}>
          <span>{loanTermsText.monthly} </span>
          <strong>{usdExact(monthlyPayment)}</strong>
        </p>
      )}
      <div className={styles.figures}>
        <Figures
          list
          figures={[
            ...(amount === undefined ? [] : [{ label: loanTermsText.amount, value: usd(amount) }]),
            ...(months === undefined
              ? []
              : [{ label: loanTermsText.term, value: loanTermsText.months(months) }]),
            ...(apr === undefined ? [] : [{ label: loanTermsText.apr, value: rate(apr) }]),
            ...(total === undefined ? [] : [{ label: loanTermsText.totalCost, value: usdExact(total) }]),
            ...(firstDueDate === undefined ? [] : [{ label: words.firstDue, value: dateText(firstDueDate) }]),
          ]}
        />
      </div>
      {loan.isAutoSecured && <p className={styles.soft}>{words.secured}</p>}
    </>
  );
}

function BranchLine({ branch }: { readonly branch: NonNullable<LoanSummary['branch']> }) {
  const phone = phoneText(branch.phone);
  return (
    <div className={styles.part}>
      <h2>{words.branchTitle(branch.name)}</h2>
      <Manager {...branch.manager} />
      <p>
        {words.call} <a href={telephone(phone)}>{phone}</a>
      </p>
      {branch.texts && <TextUs {...branch.texts} />}
    </div>
  );
}
