import { useState } from 'react';
import type { Journey } from '#contract/journey.ts';
import { setReminders } from '#contract/notices.ts';
import { useEnvironment, useJourney } from '../journey/environment.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { remindersText as words } from '../wording/reminders.ts';

export default function Reminders() {
  const { call, journey } = useEnvironment();
  const now = useJourney();
  const [answered, setAnswered] = useState<Journey['reminders']>();
  const [step, setStep] = useState<'ready' | 'busy' | 'failed'>('ready');
  const status = answered ?? now?.reminders;
  const href = now?.links.reminders;
  if (href === undefined || status === undefined) return null;

  const choose = async (wanted: boolean) => {
    setStep('busy');
    try {
      setAnswered((await call(setReminders, href, { body: { wanted } })).status);
      setStep('ready');
      // Other screens read it from the journey.
      journey.refresh().catch(() => {});
    } catch {
      setStep('failed');
    }
  };

  if (status === 'unsubscribed') return <p>{words.unsubscribed}</p>;
  const isOn = status === 'on';
  return (
    <>
      {step === 'failed' && <Alert kind="error">{words.failed}</Alert>}
      <p role="status">{isOn ? words.on : answered === 'off' ? words.off : words.offer}</p>
      <Button
        kind="link"
        busy={step === 'busy'}
        busyWords={isOn ? words.stopping : words.starting}
        onClick={() => void choose(!isOn)}
      >
        {isOn ? words.stop : words.start}
      </Button>
    </>
  );
}
