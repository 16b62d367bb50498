import { useNavigateTo } from '../../journey/navigate.ts';
import { DepositScreen } from '../deposit/DepositScreen.tsx';

export default function Deposit() {
  const navigate = useNavigateTo();
  return (
    <DepositScreen
      screen="fast-path-deposit"
      onSaved={() => navigate('fast-path-confirm-email')}
      back="fast-path-select-payment"
    />
  );
}
