// The same notice wherever the core system is needed and offline. Loaded when it is shown, which is seldom.
import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import type { OutageAlertProps } from './OutageAlert.tsx';

const OutageAlert = lazyPart(() => import('./OutageAlert.tsx'));

export function OutageNotice(props: OutageAlertProps) {
  return (
    <Suspense fallback={null}>
      <OutageAlert {...props} />
    </Suspense>
  );
}
