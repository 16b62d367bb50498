// The HTML of the lender's own signing pages. They work without a script, and their policy allows none.
import { pagePolicy, readingStyle, readStyle } from '../../pdf/reading-style.ts';
import { documentHtml, escapeHtml, htmlPage, sectionsOf } from '../../pdf/render-html.ts';
import { hasOpened, type OwnEnvelope } from './envelope-store.ts';
import { signingText as words } from './text.ts';

export type Problems = Partial<Record<'documents' | 'consent' | 'name', string>>;

const style = readingStyle + readStyle(new URL('./page-style.css', import.meta.url));

export const contentSecurityPolicy = pagePolicy(style, "'self'");

const page = (title: string, body: string, sender?: string) =>
  htmlPage(
    'en-US',
    title,
    style,
    `${sender === undefined ? '' : `<header class="sender"><p><strong><img src="/icon.svg" alt="" width="32" height="32"> ${escapeHtml(sender)}</strong> <span>${words.bar}</span></p></header>`}${body}`,
  );

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
  // What was opened last is unfolded: that needs no script, and nothing in the address says it.
  const latest = envelope.evidence.findLast(({ what, documents }) => what === 'opened' && documents);
  const latestSha = latest?.documents?.[0]?.sha256;
  const [disclosure = '', ...others] = shown.map((document, at) => {
    const { name, paper } = document;
    const id = `document-${at + 1}`;
    const html = documentHtml(paper, id);
    const long = words.long(html.replaceAll(/<[^>]*>/g, ' ').match(/\S+/g)?.length ?? 0);
    if (at > 0 && !hasOpened(envelope, document))
      return `<form class="folded" id="${id}" method="post" action="/sign/documents/${at + 1}"><h2>${escapeHtml(name)}</h2>
<p>${long}</p><button type="submit">${words.open}<span class="spoken">: ${escapeHtml(name)}</span></button></form>`;
    // Screen readers have the loan once, in the lead.
    const progress = `<p class="progress"><strong aria-hidden="true">${escapeHtml(loan)}</strong> <a href="#documents">${words.progress(at + 1, shown.length)}</a></p>`;
    const list = sectionsOf(paper, id)
      .map((section) => `<li><a href="#${section.id}">${escapeHtml(section.text)}</a></li>`)
      .join('');
    const sections = `<details class="sections"><summary>${words.sections}<span class="spoken">${escapeHtml(words.sectionsOf(name))}</span></summary><ul>${list}</ul></details>`;
    const link = `<p><a href="/sign/documents/${at + 1}" target="_blank">${words.openPdf}<span class="spoken">: ${escapeHtml(name)}, ${words.newTab}</span></a></p>`;
    if (at === 0) return `<section class="document" id="${id}">${progress}${html}${link}</section>`;
    return `<details class="folded document" id="${id}"${document.sha256 === latestSha ? ' open' : ''}><summary><strong>${escapeHtml(name)}</strong> <span>${words.opened}, ${long}</span></summary>
${progress}${list && sections}${html}${link}</details>`;
  });
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
${disclosure}
${others.join('\n')}
</main>
<aside><section class="card" id="sign" aria-labelledby="sign-title" tabindex="-1">
<h2 id="sign-title">${words.title}</h2>
<form method="post" action="/sign" novalidate>
${problem('documents')}
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
