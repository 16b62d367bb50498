// The HTML of the lender's own signing pages. They work without a script, and their policy allows none.
import { createHash } from 'node:crypto';
import { documentHtml, escapeHtml, readingStyle } from '../../pdf/render-html.ts';
import type { OwnEnvelope } from './envelope-store.ts';
import { signingWords as words } from './words.ts';

export type Problems = Partial<Record<'consent' | 'name', string>>;

const style = `${readingStyle}
.skip{position:absolute;inset-inline-start:-100vw}.skip:focus{inset-inline-start:1rem;inset-block-start:1rem;background:var(--card);padding:.5rem}
article,.card{margin-block-end:1.5rem}
.card{background:var(--card);border-radius:12px;padding:clamp(1.25rem,5vw,3rem);border:2px solid var(--spruce)}
.card:focus,main:focus{outline:none}
label{display:block;font-weight:600}
label.tick{display:flex;gap:.75rem;align-items:flex-start;font-weight:400}
input[type=checkbox]{inline-size:1.5rem;block-size:1.5rem;flex:none;margin:.1rem 0 0;accent-color:var(--spruce)}
input[type=text],textarea{inline-size:100%;max-inline-size:30rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:8px;padding:.75rem}
input[type=text]{font-family:Georgia,"Times New Roman",serif;font-size:1.375rem}
input:focus-visible,textarea:focus-visible,button:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
.field{margin-block:1.5rem}
.hint,.note{color:var(--soft);font-size:.9375rem;margin-block:.25rem}
.problem{color:var(--error);font-weight:600;margin-block:.25rem}
.summary{border:2px solid var(--error);border-radius:8px;padding:1rem;margin-block-end:1rem}
:root{--error:#9b1c1c}
@media (prefers-color-scheme:dark){:root{--error:#ffb4ab}}
button{font:600 1.0625rem/1.4 inherit;font-family:inherit;min-block-size:3rem;padding:.625rem 1.5rem;border-radius:999px;border:2px solid var(--spruce);background:transparent;color:var(--spruce);cursor:pointer}
button.main{background:var(--spruce);color:var(--card)}
.others,.buttons{display:flex;flex-wrap:wrap;gap:.75rem;align-items:center;margin-block-start:1rem}
.spoken{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
`;

/** Its own style, forms to the pages themselves, and nothing else. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const page = (title: string, body: string) => `<!doctype html>
<html lang="en-US">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>${body}</body>
</html>
`;

export function signingPage(
  { subject, shown, signer }: OwnEnvelope,
  entered: { readonly consent: boolean; readonly name: string },
  problems: Problems,
): string {
  const wrong = Object.entries(problems) as [keyof Problems, string][];
  const problem = (of: keyof Problems) =>
    problems[of] === undefined
      ? ''
      : `<p class="problem" id="${of}-problem"><span class="spoken">${words.error}</span>${escapeHtml(problems[of])}</p>`;
  const described = (of: keyof Problems, hint = '') => {
    const ids = [hint, problems[of] === undefined ? '' : `${of}-problem`].filter(Boolean).join(' ');
    return `${ids === '' ? '' : ` aria-describedby="${ids}"`}${problems[of] === undefined ? '' : ' aria-invalid="true"'}`;
  };
  const contents = shown
    .map(({ name }, at) => `<li><a href="#document-${at + 1}">${escapeHtml(name)}</a></li>`)
    .join('');
  const documents = shown
    .map(({ name, paper }, at) => {
      const link = `<p><a href="/sign/documents/${at + 1}" target="_blank">${words.openPdf}<span class="spoken">: ${escapeHtml(name)}, ${words.newTab}</span></a></p>`;
      return documentHtml(paper, `document-${at + 1}`, link);
    })
    .join('\n');
  const summary =
    wrong.length === 0
      ? ''
      : `<div class="summary" role="alert"><p><strong>${words.summary}</strong></p><ul>${wrong
          .map(([of, sentence]) => `<li><a href="#${of}">${escapeHtml(sentence)}</a></li>`)
          .join('')}</ul></div>`;
  return page(
    `${wrong.length > 0 ? words.error : ''}Sign: ${subject}`,
    `<a class="skip" href="#documents">${words.skip}</a>
<main id="documents" tabindex="-1">
<h1>${escapeHtml(subject)}</h1>
<p>${words.lead(shown.length)} <a href="#sign">${words.jump}</a></p>
${wrong.length > 0 ? summary : ''}
${shown.length > 1 ? `<nav aria-label="${words.documents}"><ol>${contents}</ol></nav>` : ''}
${documents}
<section class="card" id="sign" aria-labelledby="sign-title" tabindex="-1">
<h2 id="sign-title">${words.title}</h2>
<form method="post" action="/sign" novalidate>
<div class="field">${problem('consent')}<label class="tick"><input type="checkbox" id="consent" name="consent" value="yes"${entered.consent ? ' checked' : ''} required${described('consent')}> <span>${escapeHtml(words.consent)}</span></label></div>
<div class="field"><label for="name">${words.name}</label>
<p class="hint" id="name-hint">${escapeHtml(words.nameHint(signer.name))}</p>
${problem('name')}<input type="text" id="name" name="name" value="${escapeHtml(entered.name)}" maxlength="200" autocomplete="name" required${described('name', 'name-hint')}></div>
<p class="note">${escapeHtml(words.effect(shown.length))}</p>
<p><button type="submit" class="main">${words.sign}</button></p>
</form>
<div class="others">
<form method="post" action="/sign/later"><button type="submit">${words.later}</button></form>
<form method="post" action="/sign/decline"><button type="submit">${words.decline}</button></form>
</div>
</section>
</main>`,
  );
}

export const declinePage = ({ subject }: OwnEnvelope): string =>
  page(
    `${words.decline}: ${subject}`,
    `<main><section class="card"><h1>${words.declineTitle}</h1>
<p>${words.declineEffect}</p>
<form method="post" action="/sign/decline"><input type="hidden" name="sure" value="yes">
<div class="buttons"><a href="/sign">${words.declineBack}</a><button type="submit" class="main">${words.declineSure}</button></div>
</form></section></main>`,
  );

export const deadEndPage = (): string =>
  page(
    words.deadTitle,
    `<main><section class="card"><h1>${words.deadTitle}</h1><p>${words.dead}</p></section></main>`,
  );
