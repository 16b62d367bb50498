// The side column of a task, which on a phone is one line above it. Loaded after the task, which works without it.
import { type ScreenName, screens, type TaskScreen } from '#contract/screens.ts';
import { useJourney } from '../journey/environment.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Stack } from '../ui/Page.tsx';
import { usd } from '../wording/format.ts';
import { nextStepsOf, sideText } from '../wording/side.ts';
import { BranchContact } from './branches/BranchContact.tsx';
import { LoanCard } from './LoanCard.tsx';
import { useIsAccountConfirmed } from './use-is-account-confirmed.ts';
import { useMoneyPromise } from './use-money-promise.ts';

interface SidePanelProps {
  readonly screen: ScreenName;
  /** The page itself explains what happens next. */
  readonly ownSteps?: boolean;
  /** As one line that opens. */
  readonly folded?: boolean;
}

export default function SidePanel({ screen, ownSteps = false, folded = false }: SidePanelProps) {
  const { loan: known = {}, allowed = [] } = useJourney() ?? {};
  const promise = useMoneyPromise();
  const isConfirmed = useIsAccountConfirmed();
  const { side } = screens[screen];
  if (side === 'own' && known.amount !== undefined) {
    const { branch: _, ...loan } = known;
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
  const loan = side === 'loan' ? known : side === 'next' ? { branch: known.branch } : undefined;
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
          sideText.nextTitle
        ) : (
          <span>
            {sideText.title} <strong>{inShort(loan.amount, loan.monthlyPayment)}</strong>
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
  monthlyPayment === undefined ? usd(amount) : `${usd(amount)} · ${sideText.aMonth(monthlyPayment)}`;
