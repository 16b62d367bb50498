// The browser's entry. The landing page arrives as finished markup and is brought to life; every other page is drawn here.
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { start } from './app/start.tsx';
import './ui/look.css';

// The Content-Security-Policy forbids code made from text, and would report the attempt.
z.config({ jitless: true });

// A release in the middle of a visit takes old files away: load the page anew, once, rather than stand still.
addEventListener('vite:preloadError', () => {
  const key = 'reloaded-for-files';
  if (sessionStorage.getItem(key)) return;
  sessionStorage.setItem(key, '1');
  location.reload();
});

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to draw into.');

if (location.pathname.startsWith('/dev/screens')) {
  const { developmentPage } = await import('./dev/start.tsx');
  createRoot(root).render(<StrictMode>{developmentPage(location.search)}</StrictMode>);
} else {
  const app = <StrictMode>{await start(root.hasChildNodes())}</StrictMode>;
  if (root.hasChildNodes()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}
