// Pages stay short on a phone, and show a figure once.
import { expect } from 'vitest';
import type { ScreenName } from '#contract/screens.ts';
import { scheduledTestMs } from './limits.ts';
import { openState, quietPage } from './screen-pictures.ts';
import { statesByScreen } from './states.ts';
import { it } from './test.ts';

/** Words, and what can be pressed or filled in. The landing page has the whole form. */
const mostOf = (screen: ScreenName) =>
  screen === 'landing' ? { words: 550, controls: 50 } : { words: 400, controls: 45 };

/** Where applications end, and steps with much to do besides their task. */
const quickly: readonly string[] = ['landing', 'declined', 'success', 'verification-error'];
/** Texts that are as long as the law makes them. */
const longer: readonly string[] = ['legal'];

/** On a step, beside the line that opens to the other choices. */
const mostBesides = 3;
/** Their task is to choose among links and buttons, or they end the application and have none. */
const choices: readonly string[] = ['offers', 'amount', 'terms', 'declined', 'out-of-trade-area'];

function countInView() {
  const main = document.querySelector('main') as HTMLElement;
  const controls = main.querySelectorAll('a, button, input, select, textarea, summary');
  return {
    words: main.innerText.split(/\s+/).length,
    controls: [...controls].filter((control) => control.checkVisibility()).length,
  };
}

/** The links and buttons after the button of a step's task, but phones, documents, and what a branch's card or the footer holds. */
function besidesTask(): readonly string[] {
  const main = document.querySelector('main') as Element;
  const isShown = (element: Element) =>
    element.checkVisibility() && !element.closest('aside, [class*=SideColumn]');
  const lines = [...main.querySelectorAll('summary')].filter(
    (line) => /other choices/i.test(line.innerText) && isShown(line),
  );
  if (lines.length === 0) return [];
  const task = [...main.querySelectorAll('[class*=primary]')].filter(isShown).at(-1);
  const after = [...main.querySelectorAll<HTMLElement>('a:not([href^="tel:"]), button, summary')].filter(
    (one) =>
      isShown(one) &&
      !lines.includes(one) &&
      !one.closest('[class*=BranchContact], [class*=DocumentFiles]') &&
      (!task || task.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING),
  );
  return [...lines.slice(1), ...after].map(({ innerText }) => innerText);
}

for (const { screen, states } of statesByScreen.filter(({ screen }) => !longer.includes(screen))) {
  it(`${screen} has no more words and controls than one task needs, and keeps what is besides it in one place`, {
    tags: quickly.includes(screen) ? [] : ['full'],
  }, async ({ browser, product }) => {
    const page = await quietPage(browser, product.url, { width: 390, colorScheme: 'light' });
    const most = mostOf(screen);
    const crowded: [string, object][] = [];
    const scattered: [string, readonly string[]][] = [];
    for (const { address, called } of states) {
      await openState(page, address);
      const found = await page.evaluate(countInView);
      if (found.words > most.words || found.controls > most.controls) crowded.push([called, found]);
      const besides = choices.includes(screen) ? [] : await page.evaluate(besidesTask);
      if (besides.length > mostBesides) scattered.push([called, besides]);
    }
    await page.context().close();
    expect(crowded).toEqual([]);
    expect(scattered).toEqual([]);
  });
}

/** Figures and dates on the page in view, without what is chosen or agreed to, which names its own. */
function figuresInView(): readonly string[] {
  const texts = document.createTreeWalker(document.querySelector('main') as Element, NodeFilter.SHOW_TEXT);
  const lines: string[] = [];
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (!parentElement?.checkVisibility()) continue;
    const agreed = [
      ...document.querySelectorAll('label [aria-describedby], [aria-describedby]:is([type=checkbox])'),
    ]
      .flatMap((box) => box.getAttribute('aria-describedby')?.split(' ') ?? [])
      .map((id) => `#${CSS.escape(id)}`);
    if (parentElement.closest(['.visually-hidden', 'button', 'label', '[class*=OfferRow]', ...agreed].join()))
      continue;
    // A figure may be set in several sizes.
    lines.push(textContent ?? '', getComputedStyle(parentElement).display === 'inline' ? '' : '\n');
  }
  return (
    lines.join('').match(/\$[\d,.]*\d|[\d.]+%|\d+ months|[A-Z][a-z]+ \d{1,2}, \d{4}|\(\d{3}\) [\d-]+/g) ?? []
  );
}

/** All but the approval, whose amount is in its heading, in the promise and on the offer. */
const path = [
  'offers amount terms bank-link verification-success approval-submit deposit confirm-email thank-you',
  'docusign-success autopay success',
].flatMap((line) => line.split(' '));
const onFastPath = ['fast-path-options: from our form', 'fast-path-select-payment: approved'];
/** Two offers, which may have one term. */
const twoOffers = 'offers: a secured offer beside the requested amount';

it('each figure is shown once on every step', { tags: ['full'], timeout: scheduledTestMs }, async ({
  browser,
  product,
}) => {
  const steps = statesByScreen
    .flatMap((of) => of.states)
    .filter(({ screen, called }) => path.includes(screen) || onFastPath.includes(called))
    .filter(({ called }) => called !== twoOffers);
  expect(path.filter((name) => !steps.some(({ screen }) => screen === name))).toEqual([]);
  const doubled: string[] = [];
  let count = 0;
  for (const width of [1440, 390]) {
    const page = await quietPage(browser, product.url, { width, colorScheme: 'light' });
    for (const { address, called } of steps) {
      await openState(page, address);
      const figures = await page.evaluate(figuresInView);
      count += figures.length;
      for (const figure of new Set(figures))
        if (figures.filter((one) => one === figure).length > 1)
          doubled.push(`${called}, ${width} px: ${figure}`);
    }
    await page.context().close();
  }
  expect(count).toBeGreaterThan(30);
  expect(doubled).toEqual([]);
});
