// The first visit's question about privacy, hidden until a script finds that no choice was made.
import { Button } from '../ui/Button.tsx';
import { privacyText } from '../wording/privacy.ts';

const words = privacyText.banner;

export function PrivacyBanner() {
  return (
    <section id="privacy" aria-label={words.label} hidden>
      <p>
        <span>{words.what}</span>
        <Button kind="link" data-privacy="choose">
          {words.choose}
        </Button>
      </p>
      <div>
        <Button kind="secondary" data-privacy="all">
          {words.all}
        </Button>
        <Button kind="secondary" data-privacy="none">
          {words.none}
        </Button>
      </div>
    </section>
  );
}
