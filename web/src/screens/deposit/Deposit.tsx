import { useNavigateTo } from '../../journey/navigate.ts';
import { DepositScreen } from './DepositScreen.tsx';

export default function Deposit() {
  const navigate = useNavigateTo();
  return <DepositScreen screen="deposit" onSaved={() => navigate('confirm-email')} />;
}
