// Swapping a vendor touches its adapter, its settings and its sandbox: nothing else may name it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const vendors = /docusign|plaid/gi;

/** Paths, names of fields and stage markers that the specification fixes, independent of the vendor. */
const fixed =
  /docusign-(?:canceled|expired|incomplete|loading|resume-expired|resume|success)|docusign(?:Href|Url|Resume)|docuSignResult|Docusign(?:Canceled|Expired|Incomplete|Loading|ResumeExpired|Resume|Success)|(?:createPlaidLinkToken|exchangePlaidToken)|\/api\/v1\/plaid\//g;

/** Names in use elsewhere, with the reason. */
const known: Readonly<Record<string, RegExp>> = {
  // Keys of hashes that are stored: another name would find none of them.
  'server/src/stages/bank-link/link-token.ts': /'plaid-link-token'/g,
  'server/src/records/linked-banks.ts': /'plaid-public-token'/g,
  // The browser's adapter of the vendor's script, and the address that the page hands it.
  'web/src/journey/third-party-scripts.ts': /\bPlaid\b|\['plaid'\]/g,
  'web/src/journey/settings.ts': /\bplaid:/g,
  'web/src/screens/bank-link/use-bank-link.ts': /settings\.plaid/g,
  // The specification's own sentence, for applicants who sign there.
  'web/src/wording/documents.ts': /service === 'DocuSign'|'Your session with DocuSign has timed out\.'/g,
  // The vendor requires that applicants who link a bank learn who makes the connection.
  'web/src/wording/bank-link.ts': /'Plaid makes the connection\./g,
};

const folders = [
  'contract server/src/evidence server/src/funding server/src/journey server/src/measurements',
  'server/src/notices server/src/operations server/src/policy-analysis server/src/records',
  'server/src/stages server/src/wording web/src',
].flatMap((line) => line.split(' '));
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith('dev/'))
    .map((name) => join(folder, name)),
);

it('names no vendor of e-signature or bank data outside its adapter', () => {
  const named = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
      .replaceAll(fixed, '')
      .replaceAll(known[file] ?? /$^/g, '');
    return [...text.matchAll(vendors)].map(([word]) => `${file}: ${word}`);
  });
  expect(named).toEqual([]);
});

/** A text vendor's adapter, its line of choice, settings and stand-in. Tests are about this one. */
const ofTextVendor =
  /^(?:server\/src\/vendors\/(?:twilio\/|text-vendor\.ts)|server\/src\/platform\/settings\.ts|sandbox\/vendors\/twilio\/)/;

it('names the text vendor nowhere but in its adapter, its settings, its stand-in and the line that chooses it', () => {
  const named = ['chaos', 'contract', 'deploy', 'lender', 'sandbox', 'server/src', 'web/src']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !ofTextVendor.test(file))
    .filter((file) => /twilio/i.test(readFileSync(join(root, file), 'utf8')));
  expect(named).toEqual([]);
});
