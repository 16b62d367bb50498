// The HTML of the lender's own signing pages. They work without a script, and their policy allows none.
import { hashOf, readingStyle } from '../../pdf/reading-style.ts';
import { documentHtml, escapeHtml, sectionsOf } from '../../pdf/render-html.ts';
import type { OwnEnvelope } from './envelope-store.ts';
import { signingWords as words } from './words.ts';

export type Problems = Partial<Record<'consent' | 'name', string>>;

const style = `${readingStyle}
.skip{position:absolute;inset-inline-start:-100vw;z-index:2}.skip:focus{inset-inline-start:1rem;inset-block-start:1rem;padding:.5rem 1rem;border-radius:8px;background:var(--ink);color:var(--paper)}
html{scroll-padding-block-start:5rem}
.sender{background:var(--card);border-block-end:1px solid var(--line)}
.sender p{display:flex;flex-wrap:wrap;gap:.125rem 1rem;align-items:baseline;justify-content:space-between;max-width:76rem;margin:0 auto;padding:.875rem clamp(1rem,4vw,2rem)}
.sender strong{color:var(--spruce);font:560 1.375rem/1.3 var(--display)}
.sender span{color:var(--soft);font-size:.9375rem}
.sheet{display:grid;grid-template-columns:minmax(0,1fr);gap:clamp(1.5rem,4vw,3rem);max-width:76rem;margin:0 auto;padding:clamp(1.5rem,4vw,3rem) clamp(.75rem,4vw,2rem) 4rem}
.progress{position:sticky;inset-block-start:0;z-index:1;display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;max-width:none;margin:0 calc(-1*clamp(1rem,6vw,4rem)) 1rem;padding:.5rem clamp(1rem,6vw,4rem);border-block-end:1px solid var(--line);background:var(--card);font-size:.9375rem}
.sheet main{max-width:none;margin:0;padding:0}
.sheet.alone{max-width:36rem}
h1{margin-block-end:.75rem}
.lead{font-size:1.1875rem;line-height:1.45;color:var(--soft)}
.contents{display:block;margin-block:1.5rem 2rem;padding:1rem 1.25rem;border:1px solid var(--line);border-radius:12px;background:var(--card)}
.contents ol{margin:0;padding-inline-start:1.5rem}
.contents li{margin:0}
.contents li::marker{color:var(--soft);font-weight:600}
.contents a,.contents summary{display:block;padding-block:.375rem}
.contents summary{color:var(--soft);font-size:.9375rem;cursor:pointer}
.contents summary::before{content:"+ "}.contents [open]>summary::before{content:"− "}
article{margin-block-end:1.5rem}
article>h2:first-child{margin-block-start:0;color:var(--ink);font-size:clamp(1.5rem,1.25rem + 1vw,1.875rem)}
.card{background:var(--card);border-radius:12px;padding:clamp(1.25rem,5vw,1.75rem);border:2px solid var(--spruce);box-shadow:0 8px 28px -14px rgb(28 36 33/18%)}
.card h1,.card h2{margin:0 0 .5rem;color:var(--ink);font-size:1.5rem}
.card:focus,main:focus{outline:none}
article .signature{max-width:none;margin-block:1.75rem 1rem;padding:.75rem 1rem;border:0;border-inline-start:4px solid #e8a33d;border-radius:4px;background:var(--here);color:var(--ink)}
label{display:block;font-weight:600}
label.tick{display:flex;gap:.75rem;align-items:flex-start;font-weight:400}
input[type=checkbox]{inline-size:1.5rem;block-size:1.5rem;flex:none;margin:.05rem 0 0;accent-color:var(--spruce)}
input[type=text]{inline-size:100%;min-block-size:3.5rem;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:8px;padding:.625rem .875rem;font:560 1.5rem/1.3 var(--display)}
[aria-invalid]{outline:2px solid var(--error);outline-offset:1px}
input:focus-visible,button:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
.field{margin-block:1.25rem}
.hint,.note{color:var(--soft);font-size:.9375rem;line-height:1.45;margin-block:.25rem .5rem}
.problem{color:var(--error);font-weight:600;margin-block:.25rem}
.summary{border:2px solid var(--error);border-radius:8px;padding:1rem;margin-block:1rem;background:var(--card)}
.summary p,.summary ul{margin-block:0 .25rem}
.summary a{color:var(--error)}
:root{--error:#a8261c}
@media (prefers-color-scheme:dark){:root{--error:#ffb4ab}}
button,.button{display:inline-flex;align-items:center;justify-content:center;min-block-size:3rem;padding:.625rem 1.5rem;border:2px solid var(--spruce);border-radius:8px;background:transparent;color:var(--spruce);font:inherit;font-weight:650;text-decoration:none;cursor:pointer}
button.main,.button.main{inline-size:100%;background:var(--spruce);color:var(--on-spruce)}
button.main:hover,.button.main:hover{filter:brightness(1.12)}
button.plain{min-block-size:2.75rem;padding-inline:.25rem;border-color:transparent;text-decoration:underline;text-underline-offset:.2em}
button.danger{background:var(--error);border-color:var(--error);color:var(--card)}
.others,.buttons{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;justify-content:space-between;margin-block-start:.75rem}
.buttons{justify-content:start;margin-block-start:1.25rem}
.spoken{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%)}
@media (min-width:62rem){.sheet:not(.alone){grid-template-columns:minmax(0,1fr) 22rem}.sheet aside{position:sticky;inset-block-start:1.5rem;align-self:start;max-block-size:calc(100vh - 3rem);overflow-y:auto}.jump{display:none}}
@media print{.sender,aside,.contents,.jump{display:none}}
`;

/** Its own style and face, forms to the pages themselves, and nothing else. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const page = (title: string, body: string, sender?: string) => `<!doctype html>
<html lang="en-US">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>${sender === undefined ? '' : `<header class="sender"><p><strong>${escapeHtml(sender)}</strong> <span>${words.bar}</span></p></header>`}${body}</body>
</html>
`;

const senderOf = ({ shown }: OwnEnvelope) => shown[0]?.paper.sender.name;

export function signingPage(
  envelope: OwnEnvelope,
  /** What is signed for, as `words.loan` writes it. */
  loan: string,
  entered: { readonly consent: boolean; readonly name: string },
  problems: Problems,
): string {
  const { subject, shown, signer } = envelope;
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
    .map(({ name, paper }, at) => {
      const sections = sectionsOf(paper, `document-${at + 1}`);
      const list = sections
        .map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
        .join('');
      return `<li><a href="#document-${at + 1}">${escapeHtml(name)}</a>${
        list &&
        `<details><summary>${words.sections}<span class="spoken">${escapeHtml(words.sectionsOf(name))}</span></summary><ul>${list}</ul></details>`
      }</li>`;
    })
    .join('');
  const documents = shown
    .map(({ name, paper }, at) => {
      const link = `<p><a href="/sign/documents/${at + 1}" target="_blank">${words.openPdf}<span class="spoken">: ${escapeHtml(name)}, ${words.newTab}</span></a></p>`;
      // Screen readers have the loan once, in the lead.
      const progress = `<p class="progress"><strong aria-hidden="true">${escapeHtml(loan)}</strong> <a href="#contents">${words.progress(at + 1, shown.length)}</a></p>`;
      return documentHtml(paper, `document-${at + 1}`, progress + link);
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
<div class="sheet">
<main id="documents" tabindex="-1">
<h1>${escapeHtml(subject)}</h1>
<p class="lead">${words.lead(shown.length)}${loan && ` ${escapeHtml(words.signFor(loan))}`}</p>
${wrong.length > 0 ? summary : ''}
<p class="jump"><a class="button" href="#sign">${words.jump}</a></p>
<nav class="contents" id="contents" tabindex="-1" aria-label="${words.documents}"><ol>${contents}</ol></nav>
${documents}
</main>
<aside><section class="card" id="sign" aria-labelledby="sign-title" tabindex="-1">
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
<form method="post" action="/sign/decline"><button type="submit" class="plain">${words.decline}</button></form>
</div>
</section></aside>
</div>`,
    senderOf(envelope),
  );
}

export const declinePage = (envelope: OwnEnvelope): string =>
  page(
    `${words.decline}: ${envelope.subject}`,
    `<div class="sheet alone"><main><section class="card"><h1>${words.declineTitle}</h1>
<p>${words.declineEffect}</p>
<form method="post" action="/sign/decline"><input type="hidden" name="sure" value="yes">
<div class="buttons"><a class="button" href="/sign">${words.declineBack}</a><button type="submit" class="danger">${words.declineSure}</button></div>
</form></section></main></div>`,
    senderOf(envelope),
  );

export const sealingPage = (envelope: OwnEnvelope): string =>
  page(
    `${words.sealingTitle}: ${envelope.subject}`,
    `<div class="sheet alone"><main><section class="card"><h1>${words.sealingTitle}</h1>
<p>${words.sealing}</p>
<p><a class="button" href="/sign">${words.sealingGo}</a></p></section></main></div>`,
    senderOf(envelope),
  );

export const deadEndPage = (): string =>
  page(
    words.deadTitle,
    `<div class="sheet alone"><main><section class="card"><h1>${words.deadTitle}</h1><p>${words.dead}</p></section></main></div>`,
  );
