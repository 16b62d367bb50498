import { ConfirmEmail } from './ConfirmEmail.tsx';

export default function ConfirmEmailScreen() {
  return <ConfirmEmail screen="confirm-email" next="thank-you" back={['deposit', 'thank-you']} />;
}
