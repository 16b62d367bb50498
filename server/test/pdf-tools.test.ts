import { expect, it } from 'vitest';
import { readPdf } from './pdf-tools.ts';

it('a test without its program fails with the package to install', () => {
  const path = process.env.PATH;
  process.env.PATH = '/nowhere';
  try {
    expect(() => readPdf('qpdf', ['--version'])).toThrow('Install the package qpdf.');
    expect(() => readPdf('pdftotext', ['-v'])).toThrow('Install the package poppler-utils.');
  } finally {
    process.env.PATH = path;
  }
});
