// The signing page's HTML. It works without its script; the script adds drawing, the signature preview and the inactivity warning.
import type { Strokes } from '../envelopes.ts';
import { consentSentence } from '../pdf/certificate-of-completion.ts';
import { escapeHtml } from '../pdf/html.ts';

export type ShownDocument = { id: string; name: string; pages: number; html: string };
export type Problems = Partial<Record<'consent' | 'name' | 'drawing', string>>;
export type Entered = { consent: boolean; kind: 'typed' | 'drawn'; name: string; strokes: Strokes };

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M5 22c6-14 9-14 8-4s5-8 7-6-2 8 7 4' fill='none' stroke='%23243b7c' stroke-width='3' stroke-linecap='round'/%3E%3C/svg%3E";

const layout = (title: string, body: string, attributes = '') => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/docusign/signing/signing.css">
<link rel="stylesheet" href="/docusign/signing/documents.css">
<link rel="stylesheet" href="/docusign/signing/sign-form.css">
<script type="module" src="/docusign/signing/signing.js"></script>
</head>
<body ${attributes}>
${body}
</body>
</html>`;

const header = (
  subject: string,
  sentence: string,
  link: string,
) => `<a class="skip" href="#main">Skip to the documents</a>
<header>
<p class="mark"><svg viewBox="0 0 32 24" aria-hidden="true"><path d="M3 19c7-17 11-17 9-4s6-9 8-7-2 9 9 4"/></svg> Electronic signature <span>Sandbox</span></p>
<h1>${escapeHtml(subject)}</h1>
<p>${sentence}</p>
${link}
</header>`;

function documentParts(base: string, documents: readonly ShownDocument[]): string {
  return documents
    .map(
      ({ id, name, pages, html }, position) => `<article aria-labelledby="document-${position}">
<div class="title">
<h2 id="document-${position}">${escapeHtml(name)}</h2>
<p><a href="${base}/documents/${escapeHtml(id)}" target="_blank">Open as PDF<span class="spoken">: ${escapeHtml(name)}, in a new tab</span></a> <span class="pages">${pages === 1 ? '1 page' : `${pages} pages`}</span></p>
</div>
<div class="paper">
${html || '<p>We can’t show this document’s text here. Open it as a PDF.</p>'}
</div>
</article>`,
    )
    .join('\n');
}

const contents = (documents: readonly ShownDocument[]) =>
  documents.length < 2
    ? ''
    : `<nav aria-label="Documents"><ol>${documents
        .map(({ name }, position) => `<li><a href="#document-${position}">${escapeHtml(name)}</a></li>`)
        .join('')}</ol></nav>`;

const problem = (id: string, sentence: string | undefined) =>
  sentence
    ? `<p class="problem" id="${id}"><span class="spoken">Error: </span>${escapeHtml(sentence)}</p>`
    : '';

export function signingPage(given: {
  base: string;
  subject: string;
  sender: string;
  blurb: string;
  documents: readonly ShownDocument[];
  entered: Entered;
  problems: Problems;
  idleSeconds: number;
}): string {
  const { base, subject, sender, blurb, documents, entered, problems, idleSeconds } = given;
  const wrong = Object.entries(problems) as [keyof Problems, string][];
  const targets = { consent: 'consent', name: 'name', drawing: 'kind-drawn' } as const;
  const described = (name: keyof Problems, id: string) =>
    problems[name] ? ` aria-invalid="true" aria-describedby="${id}"` : '';
  const count = documents.length === 1 ? 'one document' : `${documents.length} documents`;

  const body = `${header(
    subject,
    `${escapeHtml(sender)} sent you ${count} to read and sign.${blurb ? ` ${escapeHtml(blurb)}` : ''}`,
    '<p class="jump"><a href="#sign">Go to your signature</a></p>',
  )}
<div class="columns">
<main id="main" tabindex="-1">
${contents(documents)}
${documentParts(base, documents)}
</main>
<section id="sign" aria-labelledby="sign-title" tabindex="-1">
<h2 id="sign-title">Your signature</h2>
${
  wrong.length === 0
    ? ''
    : `<div class="summary" id="problems" role="alert" tabindex="-1"><p><strong>Something is missing.</strong></p><ul>${wrong
        .map(([name, sentence]) => `<li><a href="#${targets[name]}">${escapeHtml(sentence)}</a></li>`)
        .join('')}</ul></div>`
}
<form id="sign-form" method="post" action="${base}/sign" novalidate>
<div class="field">
${problem('consent-problem', problems.consent)}
<label class="tick"><input type="checkbox" id="consent" name="consent" value="yes"${entered.consent ? ' checked' : ''} required${described('consent', 'consent-problem')}> <span>${escapeHtml(consentSentence)}</span></label>
</div>
<fieldset class="kinds">
<legend>How do you want to sign?</legend>
<label class="choice"><input type="radio" id="kind-typed" name="kind" value="typed"${entered.kind === 'typed' ? ' checked' : ''}> Type my name</label>
<label class="choice needs-script"><input type="radio" id="kind-drawn" name="kind" value="drawn"${entered.kind === 'drawn' ? ' checked' : ''}> Draw my signature</label>
</fieldset>
<div id="typing" class="field">
<label for="name">Full name</label>
${problem('name-problem', problems.name)}
<input type="text" id="name" name="name" value="${escapeHtml(entered.name)}" maxlength="100" autocomplete="name" required${described('name', 'name-problem')}>
<p class="preview" aria-hidden="true"><span id="preview">${escapeHtml(entered.name)}</span></p>
</div>
<div id="drawing" class="field" hidden>
<p id="drawing-help">Draw with a finger, a pen or the mouse. If you use a keyboard, type your name instead.</p>
${problem('drawing-problem', problems.drawing)}
<canvas id="sheet" role="img" aria-label="Area to draw your signature" aria-describedby="drawing-help"></canvas>
<p class="under"><span id="drawn" role="status"></span> <button type="button" id="clear" class="plain">Clear the drawing</button></p>
<input type="hidden" id="strokes" name="strokes" value="${escapeHtml(JSON.stringify(entered.strokes))}">
</div>
<input type="hidden" id="zone" name="zone" value="">
<p class="note">“Sign and finish” signs ${count === 'one document' ? 'the document' : `all ${count}`} with this signature. It counts as your handwritten signature.</p>
<p><button type="submit" class="main">Sign and finish</button></p>
<p id="working" class="note" role="status"></p>
</form>
<div class="others">
<form method="post" action="${base}/later"><button type="submit">Finish later</button></form>
<form id="decline-form" method="post" action="${base}/decline"><button type="submit" id="decline" class="plain">Decline to sign</button></form>
</div>
<p class="note">This is a test page. Nothing signed here is binding.</p>
</section>
</div>
<dialog id="decline-dialog" aria-labelledby="decline-title">
<form method="post" action="${base}/decline"><input type="hidden" name="sure" value="yes">
<h2 id="decline-title">Decline to sign?</h2>
<p>This closes the documents, and you can’t sign them later. We’ll let the sender know.</p>
<label for="reason">Reason (optional)</label>
<textarea id="reason" name="reason" rows="3" maxlength="500"></textarea>
<div class="buttons"><button type="button" id="decline-back">Go back</button><button type="submit" class="danger">Yes, decline</button></div>
</form>
</dialog>
<dialog id="idle-dialog" aria-labelledby="idle-title">
<h2 id="idle-title">Are you still there?</h2>
<p>This page closes in two minutes to keep your documents safe. Nothing is signed yet.</p>
<div class="buttons"><button type="button" id="idle-stay" class="main">Keep reading</button></div>
</dialog>
<form id="timeout-form" method="post" action="${base}/timeout" hidden></form>`;
  return layout(
    `${wrong.length > 0 ? 'Error: ' : ''}Sign: ${subject}`,
    body,
    `data-base="${base}" data-idle-seconds="${idleSeconds}"`,
  );
}

export function viewingPage(given: {
  base: string;
  subject: string;
  complete: boolean;
  documents: readonly ShownDocument[];
  idleSeconds: number;
}): string {
  const { base, subject, complete, documents, idleSeconds } = given;
  const whole = complete
    ? `<p class="downloads"><a href="${base}/documents/combined" target="_blank">All documents as one PDF</a> <a href="${base}/documents/certificate" target="_blank">Certificate of completion</a></p>`
    : '';
  return layout(
    `Signed: ${subject}`,
    `${header(subject, complete ? 'Everyone has signed. This is your copy to read and keep.' : 'You have signed. Others still have to.', '')}
<div class="columns one">
<main id="main" tabindex="-1">
${whole}
${contents(documents)}
${documentParts(base, documents)}
<form method="post" action="${base}/close"><button type="submit" class="main">Close</button></form>
</main>
</div>
<form id="timeout-form" method="post" action="${base}/timeout" hidden></form>`,
    `data-base="${base}" data-idle-seconds="${idleSeconds}"`,
  );
}

/** Without scripts, declining is confirmed on a separate page. */
export const declinePage = (base: string, subject: string): string =>
  layout(
    `Decline to sign: ${subject}`,
    `<main id="main" class="alone"><h1>Decline to sign?</h1>
<p>This closes the documents, and you can’t sign them later. We’ll let the sender know.</p>
<form method="post" action="${base}/decline"><input type="hidden" name="sure" value="yes">
<label for="reason">Reason (optional)</label>
<textarea id="reason" name="reason" rows="3" maxlength="500"></textarea>
<div class="buttons"><a href="${base}">Go back</a><button type="submit" class="danger">Yes, decline</button></div>
</form></main>`,
  );

export const deadEndPage = (): string =>
  layout(
    'This signing link doesn’t work',
    `<main id="main" class="alone"><h1>This signing link doesn’t work</h1>
<p>We don’t know this link. Go back to the page that sent you here and ask for a new one.</p></main>`,
  );
