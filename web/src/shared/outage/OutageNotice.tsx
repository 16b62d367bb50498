// The same notice wherever the core system is needed and offline. Loaded when it is shown, which is seldom.
import { lazy, Suspense } from 'react';
import type { OutageAlertProps } from './OutageAlert.tsx';

const OutageAlert = lazy(() => import('./OutageAlert.tsx'));

export function OutageNotice(props: OutageAlertProps) {
  return (
    <Suspense fallback={null}>
      <OutageAlert {...props} />
    </Suspense>
  );
}
