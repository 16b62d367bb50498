import { ConfirmEmail } from '../documents/ConfirmEmail.tsx';

export default function ConfirmEmailScreen() {
  return (
    <ConfirmEmail
      screen="fast-path-confirm-email"
      next="fast-path-thank-you"
      back={['fast-path-deposit', 'fast-path-thank-you']}
    />
  );
}
