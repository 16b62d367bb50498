// The pages at /dev, in development only: every screen in its states, and the form filled in.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { fillInForm } from './apply-as.ts';
import { Gallery } from './Gallery.tsx';
import { ScreenState } from './ScreenState.tsx';
import { stateAt } from './states.ts';

function pageAt({ pathname, search }: Location) {
  const state = stateAt(pathname);
  const query = new URLSearchParams(search);
  // Which partner sent the visitor is read from the address of the window.
  if (state?.search) history.replaceState(null, '', `${pathname}?${query}&${state.search.slice(1)}`);
  return state ? <ScreenState state={state} isStill={query.has('still')} /> : <Gallery />;
}

/** False where the application itself continues, at another address. */
export async function renderDevelopmentPage(root: HTMLElement): Promise<boolean> {
  if (location.pathname === '/dev/apply-as') {
    await fillInForm(location.hash);
    return false;
  }
  createRoot(root).render(<StrictMode>{pageAt(location)}</StrictMode>);
  return true;
}
