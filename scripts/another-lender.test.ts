// Another lender, with its own name, logo, colors and no drawings: nothing of the demo lender is left anywhere.
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { cpSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { isoDate } from '#finance/dates.ts';
import { LENDER_DIRECTORY, loadLender } from '#lender/load.ts';
import type { Palette } from '#lender/palette.ts';
import { startSandbox } from '#sandbox/testing.ts';
import { sealerName } from '#sandbox/vendors/docusign/lifecycle.ts';
import { exampleDocuments } from '#server/cli/documents.ts';
import { statedFacts, withFacts } from '#server/pages/policy-facts.ts';
import type { DocumentModel } from '#server/pdf/document-model.ts';
import { renderHtml } from '#server/pdf/render-html.ts';
import { renderPdf } from '#server/pdf/render-pdf.ts';
import { layOut } from '#server/wording/email-layout.ts';
import { stateEmail, stateEmailNames } from '#server/wording/state-emails.ts';
import { testFolder } from '../server/test/test-folder.ts';

const demo = loadLender();
const folder = testFolder(afterAll);
const directory = join(folder, 'lender');

function makeLender() {
  cpSync(LENDER_DIRECTORY, directory, { recursive: true });
  const drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><path d="M0 0h90v30z"/></svg>';
  for (const file of globSync(join(directory, '**/*.{json,svg}')))
    writeFileSync(
      file,
      file.endsWith('.svg')
        ? drawn
        : readFileSync(file, 'utf8')
            .replaceAll('Branchline', 'Junction')
            .replaceAll('branchline', 'junction'),
    );
  const { displayFont, ...look } = JSON.parse(readFileSync(join(directory, 'public/look.json'), 'utf8'));
  const colors = { paper: '#f4f6fb', ink: '#10142c', action: '#243cbb', accent: '#ff9ec4', error: '#9c0f4b' };
  writeFileSync(join(directory, 'public/look.json'), JSON.stringify({ ...look, colors, drawings: false }));
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  writeFileSync(join(directory, 'public/icon.png'), Buffer.from(pixel, 'base64'));
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(directory, file), change(readFileSync(join(directory, file), 'utf8')));
  const fee = { kind: 'origination', states: ['UT'], percentOfLoan: '5.00', from: '2024-01-01', source: 'L' };
  edit('policy/fees.json', (text) => JSON.stringify({ ...JSON.parse(text), fees: [fee] }));
  edit('policy/policy.json', (text) => JSON.stringify({ ...JSON.parse(text), aprCeiling: '45.00' }));
  edit('public/texts/licenses-and-disclosures.2.json', (text) =>
    text.replace('no origination fee', 'in Utah an origination fee of 5 percent'),
  );
  return loadLender(directory);
}
const lender = makeLender();

const hexes = ({ light, dark }: Palette) => [...Object.values(light), ...Object.values(dark)];
const ours = new Set(hexes(lender.look.palette));
const foreign = [...new Set(hexes(demo.look.palette))].filter((hex) => !ours.has(hex));
/** As a PDF writes it. */
const inPdf = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255).join(' ');

/** What a PDF says outside its streams, and what its streams draw. */
function contentOf(bytes: Buffer): string {
  const streams = /stream\r?\n(.*?)\r?\nendstream/gs;
  const text = bytes.toString('latin1');
  const drawn = [...text.matchAll(streams)].flatMap(([, data = '']) => {
    try {
      return [inflateSync(Buffer.from(data, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  return [text.replaceAll(streams, ''), ...drawn].join('\n');
}

// Keys of the browser's storage and names of our own functions are in lower case.
const traces = new RegExp(['Branchline', 'Besley', ...foreign].join('|'));
const found = (text: string) =>
  traces.exec(text.replaceAll(/#[0-9A-Fa-f]{6}/g, (hex) => hex.toLowerCase()))?.[0];

it('in no page, style sheet or script, and its own colors, logo and name are there', {
  tags: ['full'],
  timeout: 600_000,
}, () => {
  const built = join(folder, 'web');
  const script = join(import.meta.dirname, 'build.ts');
  execFileSync(process.execPath, [script, '--to', built], { env: { ...process.env, LENDER_DIR: directory } });
  const files = globSync(join(built, '{assets,pages,ssr}/**/*')).filter(
    (file) => statSync(file).isFile() && ['.html', '.css', '.js', '.svg'].includes(extname(file)),
  );
  expect(files.length).toBeGreaterThan(200);
  const left = files.flatMap((file) => {
    const trace = found(readFileSync(file, 'utf8'));
    return trace === undefined ? [] : [`${file.slice(built.length)}: ${trace}`];
  });
  // Production serves no /dev.
  expect(left.filter((line) => !/\/(?:dev-|ssr\/)/.test(line))).toEqual([]);
  const [landing = ''] = globSync(join(built, 'pages/landing.*.html'));
  const page = readFileSync(landing, 'utf8');
  const own = ['#243cbb', 'alt="Junction" width="96"', 'content="Junction: '];
  expect(own.filter((part) => !page.includes(part))).toEqual([]);
  // The fee in Utah is in the advertised APRs, and the example has the lowest fee of a state: none.
  const stated = statedFacts(lender, '2026-12-01');
  const pagesWith = (words: string) =>
    globSync(join(built, 'pages/*.html')).flatMap((file) =>
      withFacts(readFileSync(file, 'utf8'), stated).includes(words) ? [basename(file).split('.', 2)] : [],
    );
  const advertising = [
    ['landing', 'ppc'],
    ['landing', 'sp'],
    ['legal', 'licenses-and-disclosures'],
  ];
  expect(pagesWith('24.00% to 40.75%')).toEqual(expect.arrayContaining(advertising));
  expect(pagesWith('$183.60')).toEqual(expect.arrayContaining(advertising));
  expect(pagesWith('35.99%')).toEqual([]);
  // The scene of the first view.
  expect(page.includes('viewBox="0 -140 480 508"')).toBe(false);
});

it('in no email, and its mark and colors are there', () => {
  const link = 'https://apply.junction.example/link';
  for (const name of stateEmailNames) {
    const resume = { link, days: 14 };
    const facts = { resume, applyLink: link, documentsBy: isoDate('2026-03-31'), papers: [] };
    const { subject, text, html } = layOut(
      stateEmail(name, facts, lender),
      'Alex',
      lender,
      'https://apply.junction.example',
    );
    expect(found(subject + text + html), name).toBeUndefined();
    expect(html).toContain('https://apply.junction.example/lender/icon.png');
    expect(html).toContain('background:#f4f6fb');
  }
});

it('in no seal or code by text', async () => {
  const sandboxFile = (name: string) => readFileSync(join(import.meta.dirname, '../sandbox', name));
  const { subject } = new X509Certificate(sandboxFile('signing-certificate.pem'));
  expect(found(sealerName + subject)).toBeUndefined();

  const sandbox = await startSandbox({ credentials: { DOCUSIGN_ACCOUNT_NAME: lender.brand.name } });
  onTestFinished(() => sandbox.close());
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_VERIFY_SERVICE_SID } = sandbox.credentials;
  const login = Buffer.from(`${TWILIO_ACCOUNT_SID}:${TWILIO_AUTH_TOKEN}`).toString('base64');
  const code = `/twilio/v2/Services/${TWILIO_VERIFY_SERVICE_SID}/Verifications`;
  await sandbox.form(code, { To: '+15125550100', Channel: 'sms' }, { authorization: `Basic ${login}` });
  const { body } = await sandbox.json('GET', '/console/api/texts?to=%2B15125550100');
  expect(body).toMatchObject([
    { body: expect.stringContaining(`Your ${lender.brand.name} verification code`) },
  ]);
});

describe('in no document', () => {
  const documentsOf = (of: typeof lender) => {
    const [program] = of.policy.programs;
    if (!program) throw new Error('There is no program.');
    const on = isoDate('2026-03-02');
    return exampleDocuments(of, { state: 'TX', program, on, amount: undefined, militaryCovered: false });
  };

  it.each(Object.entries(documentsOf(lender)))('%s', async (_, document) => {
    expect(found(renderHtml(document))).toBeUndefined();
    // Where the lender's folder is may change after a document is saved.
    expect(JSON.stringify(document)).not.toContain(directory);
    const content = contentOf((await renderPdf(document, directory)).bytes);
    // The demo lender's icon is 96 pixels wide.
    expect(/Branchline|Besley|\/Width 96\b/.exec(content)?.[0]).toBeUndefined();
    expect(foreign.filter((hex) => content.includes(inPdf(hex)))).toEqual([]);
  });

  it('while the demo lender’s note has its color and face', async () => {
    const { 'promissory-note': note } = documentsOf(demo);
    const content = contentOf((await renderPdf(note as DocumentModel)).bytes);
    expect([inPdf('#0f4c3a'), 'Besley', '/Width 96'].filter((own) => !content.includes(own))).toEqual([]);
  });
});
