// The worker thread that renders PDFs: layout and compression take too long to block the event loop.
import { answerCalls } from '../platform/answer-calls.ts';
import { renderPdf } from './render-pdf.ts';

answerCalls(renderPdf);
