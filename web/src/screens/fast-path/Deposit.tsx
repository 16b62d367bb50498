import { DepositScreen } from '../deposit/DepositScreen.tsx';

export default function Deposit() {
  return (
    <DepositScreen
      screen="fast-path-deposit"
      next="fast-path-confirm-email"
      back="fast-path-select-payment"
    />
  );
}
