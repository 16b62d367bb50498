// Shared by the tests: an API client for the sender, a person at the signing page, and documents to sign.
import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { TestSandbox } from '../../testing.ts';
import { grantType } from './oauth.ts';
import { drawPdf } from './pdf/drawing.ts';

type ApiResponse = { status: number; body: Record<string, unknown> };

/** A tagged document with room for a signature and a date. */
export const demoDocument = (title: string) =>
  drawPdf(
    (pdf) => {
      const root = pdf.struct('Document');
      pdf.addStructure(root);
      const add = (element: string, text: string) =>
        root.add(pdf.struct(element, {}, () => pdf.text(text).moveDown()));
      add('H1', title);
      add('P', 'I promise to pay $5,000.00 with interest at 31.22%, in 48 monthly payments of $183.60.');
      add('P', 'Borrower');
      root.end();
    },
    { tagged: true, pdfVersion: '1.7', lang: 'en-US', displayTitle: true, info: { Title: title } },
  );

const placeIn = (documentId: string, y: number) => ({
  ...{ recipientId: '1', documentId, pageNumber: '1' },
  ...{ xPosition: '72', yPosition: String(y) },
});

export const borrower = {
  email: 'ana.example@example.com',
  name: 'Ana María Łęcka',
  recipientId: '1',
  routingOrder: '1',
  clientUserId: 'application-1',
};

const titles = ['Promissory note', 'Truth in Lending disclosure'];
const drawn = Promise.all(titles.map(demoDocument));

export async function envelopeRequest(change: Record<string, unknown> = {}) {
  const documents = await drawn;
  return {
    emailSubject: 'Your loan documents',
    status: 'sent',
    documents: documents.map((pdf, index) => ({
      documentBase64: pdf.toString('base64'),
      name: titles[index],
      fileExtension: 'pdf',
      documentId: String(index + 1),
    })),
    recipients: {
      signers: [
        {
          ...borrower,
          tabs: {
            signHereTabs: [placeIn('1', 300), placeIn('2', 300)],
            dateSignedTabs: [placeIn('1', 360), placeIn('2', 360)],
          },
        },
      ],
    },
    ...change,
  };
}

export function senderOf(sandbox: TestSandbox) {
  const { credentials } = sandbox;
  const base = `/docusign/na4/restapi/v2.1/accounts/${credentials.DOCUSIGN_ACCOUNT_ID}`;
  let token = '';

  const sender = {
    assertion: async (claims: Record<string, unknown> = {}, key = credentials.DOCUSIGN_PRIVATE_KEY) => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({
        iss: credentials.DOCUSIGN_INTEGRATION_KEY,
        sub: credentials.DOCUSIGN_USER_ID,
        aud: 'account-d.docusign.com',
        iat: now,
        exp: now + 3600,
        scope: 'signature impersonation',
        ...claims,
      })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .sign(createPrivateKey(key));
    },
    grant: async (claims?: Record<string, unknown>, key?: string): Promise<ApiResponse> =>
      (await sandbox.form('/docusign/oauth/token', {
        grant_type: grantType,
        assertion: await sender.assertion(claims, key),
      })) as ApiResponse,
    signIn: async () => {
      token = String((await sender.grant()).body.access_token);
      return sender;
    },
    /** Applies until the next sign-in. */
    useToken: (value: string) => {
      token = value;
    },
    call: async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<ApiResponse> =>
      (await sandbox.json(method, base + path, body, { Authorization: `Bearer ${token}` })) as ApiResponse,
    create: async (change: Record<string, unknown> = {}) =>
      sender.call('POST', '/envelopes', await envelopeRequest(change)),
    /** As the console shows it. DocuSign itself reports it once in 15 minutes. */
    envelope: async (id: string) => {
      const { body } = await sandbox.json('GET', '/console/api/envelopes');
      const found = (body as Record<string, unknown>[]).find((envelope) => envelope.id === id);
      if (!found) throw new Error(`There is no envelope ${id}.`);
      return found;
    },
    pdf: async (id: string, document: string): Promise<Buffer> => {
      const response = await fetch(`${sandbox.url}${base}/envelopes/${id}/documents/${document}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      if (!response.ok) throw new Error(`${document} responded with ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    },
    view: (id: string, change: Record<string, unknown> = {}) =>
      sender.call('POST', `/envelopes/${id}/views/recipient`, {
        returnUrl: 'http://localhost:3000/receive-funds/docusign-loading?from=here',
        authenticationMethod: 'none',
        email: borrower.email,
        userName: borrower.name,
        clientUserId: borrower.clientUserId,
        ...change,
      }),
  };
  return sender;
}

type Visit = {
  html: string;
  status: number;
  /** Submits a form; `event` is the event in the redirect. */
  press: (
    action: string,
    fields?: Record<string, string>,
  ) => Promise<{ status: number; event: string | null; location: string; html: string }>;
};

/** Signs by the name that the page has filled in. */
export const signatureOn = ({ html }: Pick<Visit, 'html'>, name = nameIn(html)) => ({
  consent: 'yes',
  kind: 'typed',
  name,
});
const nameIn = (html: string) =>
  (/name="name" value="([^"]*)"/.exec(html)?.[1] ?? '').replace(/&#(\d+);/g, (_, code) =>
    String.fromCharCode(Number(code)),
  );

const eventOf = (address: string) => URL.parse(address)?.searchParams.get('event') ?? null;

/** Opens a signing link as a browser does. `left` is the redirect target when there is nothing to sign. */
export async function visit(url: string): Promise<{ page?: Visit; left?: string; event?: string | null }> {
  let address = url;
  for (;;) {
    const response = await fetch(address, { redirect: 'manual' });
    const location = response.headers.get('location');
    const next = location && new URL(location, url);
    if (!next) return { page: pageAt(address, await response.text(), response.status) };
    if (next.origin !== new URL(url).origin) return { left: next.href, event: eventOf(next.href) };
    address = next.href;
  }
}

const pageAt = (address: string, html: string, status: number): Visit => ({
  html,
  status,
  press: async (action, fields = {}) => {
    const body = new URLSearchParams(fields);
    const pressed = await fetch(`${address}/${action}`, { method: 'POST', body, redirect: 'manual' });
    const location = pressed.headers.get('location') ?? '';
    return { status: pressed.status, location, event: eventOf(location), html: await pressed.text() };
  },
});
