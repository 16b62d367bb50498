// The browser's entry. A page that arrives as finished markup is brought to life; every other one is drawn here.
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { start } from './app/start.tsx';
import './ui/styles.css';

// A release in the middle of a visit takes old files away: load the page anew, once, rather than stand still. Noted where the
// landing page does not forget it.
addEventListener('vite:preloadError', () => {
  if (history.state?.reloadedForFiles) return;
  history.replaceState({ ...history.state, reloadedForFiles: true }, '');
  location.reload();
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to draw into.');

if (location.pathname.startsWith('/dev/screens')) {
  const { developmentPage } = await import('./dev/start.tsx');
  createRoot(root).render(<StrictMode>{developmentPage(location.search)}</StrictMode>);
} else {
  const isDrawn = root.hasAttribute('data-drawn');
  const app = <StrictMode>{await start()}</StrictMode>;
  // In slices, so that a touch in between is answered.
  startTransition(() => {
    if (isDrawn) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}
