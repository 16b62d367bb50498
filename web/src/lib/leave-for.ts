import { useEffect, useEffectEvent } from 'react';

/** Goes to another site, such as the signing page. Only web addresses are allowed. */
export function leaveFor(url: string): void {
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error('This is not a web address.');
  window.location.assign(url);
}

/** Runs when the browser restores this page as it was when it left, busy. */
export function useRestoredPage(onRestored: () => void): void {
  const restore = useEffectEvent(onRestored);
  useEffect(() => {
    const show = ({ persisted }: PageTransitionEvent) => persisted && restore();
    window.addEventListener('pageshow', show);
    return () => window.removeEventListener('pageshow', show);
  }, []);
}
