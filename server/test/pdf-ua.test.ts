// Every document that the product renders, and the signed pack, pass what qpdf and poppler can check of PDF/UA-1.
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { loadLender } from '#lender/load.ts';
import { sealerName, sealingIdentity } from '#sandbox/vendors/docusign/lifecycle.ts';
import { combine } from '#sealing/combine.ts';
import { seal } from '#sealing/seal.ts';
import { exampleDocuments } from '#server/cli/documents.ts';
import type { DocumentModel } from '#server/pdf/document-model.ts';
import { renderPdf } from '#server/pdf/render-pdf.ts';
import { signedPaper } from '#server/vendors/own-signature/sign-envelope.ts';
import { pdfUaMistakes } from './pdf-ua.ts';
import { testFolder } from './test-folder.ts';

const lender = loadLender();
const program = lender.policy.programs.find(({ isAutoSecured }) => isAutoSecured);
if (program === undefined) throw new Error('The demo lender has a secured program.');
const on = isoDate('2026-03-05');
const documents = exampleDocuments(lender, { state: 'WI', program, militaryCovered: false, on });
const has = (tool: string) => spawnSync(tool, ['--version']).error === undefined;
const rendered = async (document: DocumentModel) => (await renderPdf(document)).bytes;

describe.runIf(has('qpdf'))('PDF/UA', () => {
  it.each(Object.entries(documents))('holds for %s', async (_, document) => {
    expect(pdfUaMistakes(await rendered(document))).toEqual([]);
  });

  it('holds for the signed pack and its certificate after joining and sealing', async ({ skip }) => {
    const now = new Date('2026-03-05T18:00:00Z');
    const signed = { name: 'Alex Rivera', date: 'March 5, 2026' };
    const papers = Object.values(documents).slice(0, 4);
    const parts = await Promise.all(papers.map((paper) => rendered(signedPaper(paper, signed))));
    const joined = await combine(parts, { title: 'Your loan documents', producer: 'Branchline', now });
    const about = { identity: sealingIdentity, name: sealerName, reason: 'Signed', now };
    for (const bytes of [await seal(joined, about), await seal(parts[0] ?? joined, about)])
      expect(pdfUaMistakes(bytes)).toEqual([]);
    const folder = testFolder();
    const file = join(folder, 'pack.pdf');
    writeFileSync(file, await seal(joined, about));
    execFileSync('qpdf', ['--check', file]);
    skip(!has('pdfinfo'), 'pdfinfo is missing');
    const info = execFileSync('pdfinfo', [file], { encoding: 'utf8' });
    expect(info).toMatch(/Title: +Your loan documents/);
    expect(info).toMatch(/Tagged: +yes/);
    const structure = execFileSync('pdfinfo', ['-struct-text', file], { encoding: 'utf8' });
    expect(structure.match(/^ *H1/gm)).toHaveLength(papers.length);
    expect(structure).toContain('Alex Rivera');
    expect(structure).not.toMatch(/\/(sig|date)\d\//);
  });

  it('fails for a file without marks, which shows that the checks see them', async () => {
    const plain = await combine([], { title: 'Nothing', producer: 'Branchline', now: new Date(0) });
    expect(pdfUaMistakes(plain).map((one) => one.slice(0, 6))).toContain('01-005');
  });
});
