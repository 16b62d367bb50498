// Shows a page in the color scheme of its address, whatever the system's is: ?scheme=dark or ?scheme=light.

const question = /\(prefers-color-scheme: (dark|light)\)/g;
const yes = '(min-width: 0)';
const no = '(max-width: 0)';

function answerIn(rules: CSSRuleList, scheme: string): void {
  for (const rule of rules) {
    if (rule instanceof CSSMediaRule)
      rule.media.mediaText = rule.media.mediaText.replace(question, (_, named) =>
        named === scheme ? yes : no,
      );
    if (rule instanceof CSSGroupingRule) answerIn(rule.cssRules, scheme);
  }
}

/** Also for the styles that screens load later. */
export function showScheme(search: string): void {
  const scheme = new URLSearchParams(search).get('scheme');
  if (scheme !== 'dark' && scheme !== 'light') return;
  const answer = () => {
    for (const sheet of document.styleSheets) answerIn(sheet.cssRules, scheme);
  };
  document.documentElement.style.colorScheme = scheme;
  answer();
  new MutationObserver(answer).observe(document.head, { childList: true });
  document.addEventListener('load', answer, { capture: true });
}
