// The captcha and the device session, both started when the form is first shown. Their code is fetched after the form's.
import { useEffect, useRef } from 'react';
import { useEnvironment } from '../../journey/environment.ts';
import type { Captcha } from '../../journey/third-party-scripts.ts';

interface FraudSignals {
  readonly captcha: Captcha;
  readonly deviceSession: () => Promise<string | undefined>;
}

export function useFraudSignals() {
  const { timers, settings } = useEnvironment();
  const captchaPlace = useRef<HTMLDivElement>(null);
  const signals = useRef<Promise<FraudSignals | undefined>>(undefined);
  useEffect(() => {
    const place = captchaPlace.current;
    if (!place) return;
    const started = import('../../journey/third-party-scripts.ts').then(
      ({ mountCaptcha, startDeviceSession }) => ({
        captcha: mountCaptcha(place, settings.recaptcha, timers),
        deviceSession: startDeviceSession(settings.socure, timers),
      }),
      // Without it, the form is sent without them.
      () => undefined,
    );
    signals.current = started;
    return () => void started.then((mounted) => mounted?.captcha.remove());
  }, [settings, timers]);

  const collect = async () => {
    const started = await signals.current;
    const [recaptcha, socureDeviceSessionId] = await Promise.all([
      started?.captcha.token(),
      started?.deviceSession(),
    ]);
    return { recaptcha, socureDeviceSessionId };
  };
  return { captchaPlace, collect };
}
