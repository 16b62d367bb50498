// Skipping autopay takes one press, just like accepting it.
import { type Autopay, setAutopay } from '#contract/autopay.ts';
import { useEnvironment, useJourney } from '../../journey/environment.ts';
import { useAction } from '../../journey/use-action.ts';
import { Button } from '../../ui/Button.tsx';
import { autopayText as words } from '../../wording/autopay.ts';

export function SkipButton({ onSkipped }: { readonly onSkipped: (plan: Autopay) => void }) {
  const { call } = useEnvironment();
  const href = useJourney()?.links.autopay;
  const skip = useAction(
    async () => onSkipped(await call(setAutopay, href, { body: { choice: 'skip' } })),
    () => words.failed,
  );
  return (
    <Button {...skip} kind="secondary" busyWords={words.skipping}>
      {words.skip}
    </Button>
  );
}
