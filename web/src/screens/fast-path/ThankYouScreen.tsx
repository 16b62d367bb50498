import { ThankYou } from '../documents/ThankYou.tsx';

export default function ThankYouScreen() {
  return <ThankYou screen="fast-path-thank-you" again="fast-path-confirm-email" />;
}
