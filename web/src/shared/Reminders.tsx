import { useState } from 'react';
import type { Journey } from '#contract/journey.ts';
import { setReminders } from '#contract/notices.ts';
import { useEnvironment, useJourney } from '../journey/environment.ts';
import { useAction } from '../journey/use-action.ts';
import { Button } from '../ui/Button.tsx';
import { remindersText as words } from '../wording/reminders.ts';

export default function Reminders() {
  const { call, journey } = useEnvironment();
  const now = useJourney();
  const [answered, setAnswered] = useState<Journey['reminders']>();
  const status = answered ?? now?.reminders;
  const href = now?.links.reminders;
  const isOn = status === 'on';
  const turn = useAction(async () => {
    const { status: reminders } = await call(setReminders, href, { body: { wanted: !isOn } });
    setAnswered(reminders);
    // Other screens read it from the journey. Another tab's later step would leave this screen without what it shows.
    journey.merge({ reminders });
    return 'again';
  }, words.failed);
  if (href === undefined || status === undefined) return null;
  if (status === 'unsubscribed') return <p>{words.unsubscribed}</p>;
  return (
    <>
      <p role="status">{isOn ? words.on : answered === 'off' ? words.off : words.offer}</p>
      <div>
        <Button {...turn} kind="link" busyWords={isOn ? words.stopping : words.starting}>
          {isOn ? words.stop : words.start}
        </Button>
      </div>
    </>
  );
}
