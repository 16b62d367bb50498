import { DepositScreen } from './DepositScreen.tsx';

export default function Deposit() {
  return <DepositScreen screen="deposit" next="confirm-email" />;
}
