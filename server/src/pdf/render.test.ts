import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadLender } from '#lender/load.ts';
import { readPdf } from '../../test/pdf-tools.ts';
import { testFolder } from '../../test/test-folder.ts';
import type { DocumentModel } from './document-model.ts';
import { readingPagePolicy } from './reading-style.ts';
import { renderHtml, renderMessagePage } from './render-html.ts';
import { renderPdfInWorker } from './render-in-worker.ts';
import { type Pdf, renderPdf } from './render-pdf.ts';

const model: DocumentModel = {
  title: 'A sample of everything',
  language: 'en-US',
  subject: 'Sample',
  sender: {
    name: 'Branchline',
    legalName: 'Branchline Consumer Finance, LLC',
    lines: ['200 Station Street', 'Salt Lake City, UT 84101'],
    look: loadLender().look.print,
  },
  reference: 'Application 1A2B3C4D',
  madeAt: '2026-03-04T12:00:00.000Z',
  blocks: [
    { kind: 'lines', lines: ['Žofia Nguyễn <b> 李', '350 S Main St'] },
    { kind: 'paragraph', text: ['Plain, then ', { strong: 'strong & clear' }, '.'] },
    {
      kind: 'box',
      title: 'Truth in Lending',
      figures: [
        { label: 'Annual percentage rate', value: '31.22%', explanation: 'A yearly rate.', emphasised: true },
        { label: 'Total of payments', value: '$8,812.32' },
      ],
    },
    { kind: 'heading', level: 2, text: 'Payment schedule' },
    {
      kind: 'table',
      caption: 'Your payments',
      columns: [{ header: 'Number' }, { header: 'Amount', align: 'end' }],
      rows: Array.from({ length: 60 }, (_, index) => [String(index + 1), '$183.60']),
      rowHeaders: true,
    },
    { kind: 'heading', level: 3, text: 'What you agree to' },
    { kind: 'list', items: ['To pay.', [{ strong: 'On time.' }]], ordered: true },
    { kind: 'definitions', items: [{ term: 'Lender', details: ['Branchline', 'Salt Lake City'] }] },
    { kind: 'page-break' },
    { kind: 'signature', label: 'Signature of Žofia Nguyễn', date: { label: 'Date' } },
  ],
};

describe('the PDF', () => {
  let pdf: Pdf;
  const folder = testFolder(afterAll);
  let file: string;
  beforeAll(async () => {
    pdf = await renderPdf(model);
    file = join(folder, 'sample.pdf');
    writeFileSync(file, pdf.bytes);
  });

  it('renders one document to the same bytes every time', async () => {
    const another = await renderPdf({ ...model, title: 'Another', blocks: [...model.blocks].reverse() });
    expect(another.bytes.equals(pdf.bytes)).toBe(false);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-07-08T09:10:11Z') });
    vi.stubEnv('TZ', 'Pacific/Auckland');
    try {
      expect((await renderPdf(model)).bytes.equals(pdf.bytes)).toBe(true);
      expect((await renderPdfInWorker(model)).bytes.equals(pdf.bytes)).toBe(true);
    } finally {
      vi.useRealTimers();
      vi.unstubAllEnvs();
    }
  });

  it('is marked as tagged, made for PDF/UA, in English and known by its title, with every font inside', () => {
    const text = pdf.bytes.toString('latin1');
    for (const mark of ['Marked true', 'StructTreeRoot', 'Lang (en-US)', 'DisplayDocTitle true'])
      expect(text).toContain(`/${mark}`);
    expect(text).toContain('pdfuaid:part');
    expect(text.match(/\/FontFile2/g)).toHaveLength(3);
    expect(text).not.toMatch(/\/BaseFont \/(Helvetica|Times|Courier)/);
  });

  it('marks where the applicant signs', () => {
    expect(pdf.places).toEqual([
      { field: 'signature', page: pdf.pages, x: 72, y: expect.any(Number) },
      { field: 'date', page: pdf.pages, x: 396, y: expect.any(Number) },
    ]);
  });

  it('is valid according to qpdf', () => {
    expect(readPdf('qpdf', ['--check', file])).toContain('No syntax or stream');
  });

  it('has a structure of headings, paragraphs, lists and tables in reading order', () => {
    const structure = readPdf('pdfinfo', ['-struct-text', file]);
    expect(structure).toMatch(/^Document/);
    const seen = [...structure.matchAll(/^ *(H1|H2|H3|Caption|Table|L) /gm)].map((match) => match[1]);
    expect(seen.filter((one) => one !== 'Caption')).toEqual(['H1', 'L', 'H2', 'Table', 'H3', 'L', 'L']);
    expect(structure.match(/\/Scope \/Column/g)).toHaveLength(2);
    expect(structure.match(/\/Scope \/Row/g)).toHaveLength(60);
    // Lines are separate for screen readers, and the foot of the page is not read out.
    expect(structure).toContain('Žofia Nguyễn <b> ? 350 S Main St');
    expect(structure).not.toContain('Page 1 of');
  });

  it('copies as its text, page numbers too', () => {
    const text = readPdf('pdftotext', ['-layout', file, '-']);
    expect(text).toContain('Plain, then strong & clear.');
    expect(text).toContain(`Page ${pdf.pages} of ${pdf.pages}`);
  });
});

it('keeps a phone number, and a ZIP code with its state, on one line', async () => {
  // One sentence for each place where the line can end.
  const blocks = Array.from({ length: 40 }, (_, length): DocumentModel['blocks'][number] => ({
    kind: 'paragraph',
    text: `${'i'.repeat(length + 40)} ${'m'.repeat(32)}, call (801) 555-0100, or write to Allen, TX 75013, about Application 1A2B3C4D.`,
  }));
  const { bytes } = await renderPdf({ ...model, blocks });
  const text = readPdf('pdftotext', ['-layout', '-', '-'], bytes);
  for (const whole of ['(801) 555-0100', 'TX 75013', 'Application 1A2B3C4D.'])
    expect(text.split(whole), whole).toHaveLength(41);
});

describe('the page to read', () => {
  const html = renderHtml(model, [{ href: '/api/"x"', words: 'As a PDF' }]);

  it('has the text of the PDF, escaped', () => {
    expect(html).toContain('Žofia Nguyễn &lt;b&gt; 李<br>350 S Main St');
    expect(html).toContain('<strong>strong &amp; clear</strong>');
    expect(html).toContain('<a href="/api/&quot;x&quot;">As a PDF</a>');
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).toContain(
      '<th role="rowheader" scope="row">60</th><td role="cell" data-label="Amount" class="end">$183.60</td>',
    );
    expect(renderMessagePage('a<b', '&', { href: '/', words: 'Go' })).toContain(
      '<h1>a&lt;b</h1><p>&amp;</p>',
    );
  });

  it('sets each row of a wide table in lines of their own where it would not fit, and labels what stands alone', () => {
    const columns = ['No.', 'Due', 'Payment', 'Interest', 'Principal', 'Left'].map((header) => ({ header }));
    const table = (rows: number) =>
      renderHtml({
        ...model,
        blocks: [
          { kind: 'table', caption: 'Payments', columns, rows: Array(rows).fill(columns.map(() => '1')) },
        ],
      });
    expect(table(60)).toContain('<table role="table" class="wide ledger columns6">');
    expect(table(2)).toContain('<table role="table" class="wide records columns6">');
    expect(table(2).match(/<td role="cell" data-label="Interest">/g)).toHaveLength(2);
  });

  it('needs nothing that its content security policy refuses', () => {
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    const digest = hash('sha256', style, 'base64');
    expect(readingPagePolicy).toContain(`style-src 'self' 'sha256-${digest}'`);
    expect(html).not.toMatch(/ style=|<script| on\w+=|(?:href|src)="https?:/);
  });
});
