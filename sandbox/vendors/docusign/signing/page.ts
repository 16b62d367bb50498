// The signing page. It works without its script, which adds the time zone and the end after inactivity.
import { escapeHtml } from '../../../pages.ts';
import { consentSentence } from '../envelopes.ts';
import { idleSeconds } from './sessions.ts';

export type Problems = Partial<Record<'consent' | 'name', string>>;

const script = '/docusign/signing/signing.js';

const documentLinks = (base: string, documents: readonly { documentId: string; name: string }[]) =>
  `<ul>${documents
    .map(
      ({ documentId, name }) =>
        `<li><a href="${base}/documents/${escapeHtml(documentId)}" target="_blank">${escapeHtml(name)} (PDF, in a new tab)</a></li>`,
    )
    .join('')}</ul>`;

const sessionAttributes = (base: string) => `data-base="${base}" data-idle-seconds="${idleSeconds}"`;
const timeoutForm = (base: string) =>
  `<form id="timeout-form" method="post" action="${base}/timeout" hidden></form>`;

const errorMessage = (id: string, message = '') =>
  `<p class="error" id="${id}" role="alert">${escapeHtml(message)}</p>`;
const errorAttributes = (id: string, message: string | undefined) =>
  message ? `aria-invalid="true" aria-describedby="${id}"` : '';

type Signing = {
  base: string;
  subject: string;
  documents: readonly { documentId: string; name: string }[];
};

export function signingPage({
  base,
  subject,
  documents,
  sender,
  blurb,
  consent,
  name,
  problems,
}: Signing & { sender: string; blurb: string; consent: boolean; name: string; problems: Problems }) {
  const count = documents.length === 1 ? 'one document' : `${documents.length} documents`;
  const body = `<a class="skip" href="#documents">Skip to the documents</a>
<header><h1>${escapeHtml(subject)}</h1>
<p>${escapeHtml(sender)} sent you ${count} to read and sign. ${escapeHtml(blurb)}</p></header>
<main>
<h2 id="documents" tabindex="-1">Documents</h2>
${documentLinks(base, documents)}
<h2>Your signature</h2>
<form method="post" action="${base}/sign" novalidate>
${errorMessage('consent-error', problems.consent)}
<label class="choice"><input type="checkbox" name="consent" value="yes" required ${consent ? 'checked' : ''} ${errorAttributes('consent-error', problems.consent)}> ${escapeHtml(consentSentence)}</label>
${errorMessage('name-error', problems.name)}
<label for="name">Full name</label>
<input id="name" name="name" value="${escapeHtml(name)}" maxlength="100" autocomplete="name" required ${errorAttributes('name-error', problems.name)}>
<input type="hidden" id="zone" name="zone">
<p>“Sign and finish” signs ${documents.length === 1 ? 'the document' : `all ${count}`} with this name. This is a test page: nothing signed here is binding.</p>
<p><button>Sign and finish</button></p>
</form>
<div class="buttons">
<form method="post" action="${base}/later"><button>Finish later</button></form>
<form method="post" action="${base}/decline"><button>Decline to sign</button></form>
</div>
</main>
${timeoutForm(base)}`;
  const title = `${Object.keys(problems).length > 0 ? 'Error: ' : ''}Sign: ${subject}`;
  return { title, body, script, bodyAttributes: sessionAttributes(base) };
}

export function viewingPage({ base, subject, documents }: Signing) {
  const generated = [
    { documentId: 'combined', name: 'All documents as one PDF' },
    { documentId: 'certificate', name: 'Certificate of completion' },
  ];
  const body = `<main><h1>${escapeHtml(subject)}</h1>
<p>You have signed. This is your copy to read and keep.</p>
${documentLinks(base, [...documents, ...generated])}
<form method="post" action="${base}/close"><button>Close</button></form></main>
${timeoutForm(base)}`;
  return {
    title: `Signed: ${subject}`,
    body,
    script,
    bodyAttributes: sessionAttributes(base),
  };
}

export const declinePage = (base: string, subject: string) => ({
  title: `Decline to sign: ${subject}`,
  body: `<main><h1>Decline to sign?</h1>
<p>This closes the documents, and you can’t sign them later. We’ll let the sender know.</p>
<form method="post" action="${base}/decline"><input type="hidden" name="sure" value="yes">
<label for="reason">Reason (optional)</label>
<textarea id="reason" name="reason" rows="3" maxlength="500"></textarea>
<p class="buttons"><a href="${base}">Go back</a> <button>Yes, decline</button></p>
</form></main>`,
});

export const invalidLinkPage = {
  title: 'This signing link doesn’t work',
  body: `<main><h1>This signing link doesn’t work</h1>
<p>We don’t know this link. Go back to the page that sent you here and ask for a new one.</p></main>`,
};
