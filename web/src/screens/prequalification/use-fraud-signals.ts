// The captcha and the device session, both started when the form is first shown.
import { useEffect, useRef } from 'react';
import { useEnvironment } from '../../journey/environment.ts';
import { type Captcha, mountCaptcha, startDeviceSession } from '../../journey/third-party-scripts.ts';

export function useFraudSignals() {
  const { timers, settings } = useEnvironment();
  const captchaPlace = useRef<HTMLDivElement>(null);
  const captcha = useRef<Captcha>(undefined);
  const deviceSession = useRef<() => Promise<string | undefined>>(undefined);
  useEffect(() => {
    if (!captchaPlace.current) return;
    const mounted = mountCaptcha(captchaPlace.current, settings.recaptcha, timers);
    captcha.current = mounted;
    deviceSession.current ??= startDeviceSession(settings.socure, timers);
    return () => mounted.remove();
  }, [settings, timers]);

  const collect = async () => {
    const [recaptcha, socureDeviceSessionId] = await Promise.all([
      captcha.current?.token(),
      deviceSession.current?.(),
    ]);
    return { recaptcha, socureDeviceSessionId };
  };
  return { captchaPlace, collect };
}
