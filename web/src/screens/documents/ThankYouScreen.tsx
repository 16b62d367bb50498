import { ThankYou } from './ThankYou.tsx';

export default function ThankYouScreen() {
  return <ThankYou screen="thank-you" again="confirm-email" />;
}
