// The worker thread that renders PDFs: layout and compression take too long to block the event loop.
export { renderPdf as default } from './render-pdf.ts';
