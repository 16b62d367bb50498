import { lazyPart } from '../../lib/lazy-part.tsx';

/** The same notice wherever the core system is needed and offline. Loaded when it is shown, which is seldom. */
export const OutageNotice = lazyPart(() => import('./OutageAlert.tsx'));
