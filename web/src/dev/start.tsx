// What is at /dev, in development only: every screen in its states, one state alone or in every width, and the parts of screens.
import { Comparison } from './Comparison.tsx';
import { Gallery } from './Gallery.tsx';
import { Parts } from './Parts.tsx';
import { ScreenState } from './ScreenState.tsx';
import { showScheme } from './scheme.ts';
import { stateAt } from './states.ts';

export function developmentPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  showScheme(search);
  const state = stateAt(pathname);
  const asked = new URLSearchParams(search);
  if (state)
    return asked.has('compare') ? (
      <Comparison state={state} />
    ) : (
      <ScreenState state={state} isStill={asked.has('still')} />
    );
  return pathname === '/dev/screens/parts' ? <Parts /> : <Gallery />;
}
