import { useJourney } from '../journey/environment.ts';
import { loanText } from '../wording/loan.ts';

/** The loan in one sentence, on screens that request or send something for it. */
export function LoanLine() {
  const { amount, monthlyPayment, months, apr } = useJourney()?.loan ?? {};
  if (amount === undefined || monthlyPayment === undefined || months === undefined || apr === undefined) {
    return null;
  }
  return (
    <p>
      {loanText.inOneLine} <strong>{loanText.figures({ amount, monthlyPayment, months, apr })}</strong>
    </p>
  );
}
