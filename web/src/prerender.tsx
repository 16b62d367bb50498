// The landing page as markup, drawn once when the product is built.
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './app/App.tsx';
import './ui/look.css';

export const variants = ['sp', 'ppc'] as const;

export function renderLanding(_variant: (typeof variants)[number]): string {
  return renderToString(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
