// Visual accessibility: color schemes, forced colors, widths and reduced motion.
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { screens } from '#contract/screens.ts';
import { person } from './applicant.ts';
import { eventually } from './product.ts';
import { openState, quietPage } from './screen-pictures.ts';
import { type OpenedState, statesByScreen } from './states.ts';
import { it } from './test.ts';
import { desktop, phone, type Visit } from './visit.ts';

describe('the journey from the form to accepted terms', () => {
  for (const [name, options] of [
    ['in a dark scheme', { viewport: desktop, colorScheme: 'dark' }],
    ['in forced colors', { viewport: phone, forcedColors: 'active' }],
    ['with motion', { viewport: phone, reducedMotion: 'no-preference' }],
  ] as const) {
    it(`works ${name}`, { tags: ['full'] }, async ({ visitWith }) => {
      const visit = await visitWith(options);
      await visit.getOffers(person(1));
      await visit.seeAmounts();
      await visit.button('$5,000').click();
      await visit.arriveAtOffers();
      await visit.choose();
      await visit.acceptTerms();
    });
  }

  it('moves nothing for people who prefer reduced motion', { tags: ['full'] }, async ({ visit }) => {
    await visit.apply(person(19));
    await visit.arrive('loading');
    const moving = await visit.page.evaluate(
      () =>
        document
          .getAnimations()
          .filter(
            (one) => one.playState === 'running' && Number(one.effect?.getComputedTiming().duration) > 10,
          ).length,
    );
    expect(moving).toBe(0);
  });
});

/** Headings that break a word across two lines anywhere but at a hyphen or a slash. */
function brokenHeadings(): readonly string[] {
  const isBroken = (text: Text) =>
    [...text.data.matchAll(/[\p{L}\p{N}’'.,$%]+/gu)].some(({ index, 0: word }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      return new Set(tops).size > 1;
    });
  return [...document.querySelectorAll('h1, h2, h3, h4, legend, summary')]
    .filter((heading) => heading.checkVisibility())
    .filter((heading) => {
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) if (isBroken(texts.currentNode as Text)) return true;
      return false;
    })
    .map((heading) => `a word is broken in “${heading.textContent}”`);
}

/** Opens states one after another. Some change the address to that of their screen, on which a visit would be judged as it ends. */
async function openEach(
  visit: Visit,
  states: readonly OpenedState[],
  look: (state: OpenedState) => Promise<void>,
): Promise<void> {
  for (const state of states) {
    await visit.open(state.address);
    await visit.page.locator('h1').first().waitFor();
    await look(state);
  }
  await visit.page.goto('about:blank');
}

async function mustFitAnywhere(visit: Visit, states: readonly OpenedState[]): Promise<void> {
  const { page } = visit;
  const wrong: string[] = [];
  await openEach(visit, states, async ({ screen, called }) => {
    if (screen !== 'landing' && (await page.title()).startsWith(screens.landing.title))
      wrong.push(`${called} leads to the landing page`);
    for (const [width, height, text] of [
      [320, 844, '100%'],
      [390, 844, '200%'],
      // A window of 1280 by 1024 px at 400%.
      [320, 256, '100%'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, text);
      const found = [
        ...(await visit.tooWide()),
        ...(height < 844 ? await page.evaluate(coveredControls) : []),
        ...(await page.evaluate(brokenHeadings)),
      ];
      if (found.length > 0) wrong.push(`${called}, ${width} by ${height} px at ${text}: ${found.join('; ')}`);
    }
  });
  expect(wrong).toEqual([]);
}

describe('every state of every screen', () => {
  /** Columns, an alert with a phone, the timeline with its longest step, long words, figures. */
  const widest = [
    'landing: with more about loans | phone-check: the phone takes no texts',
    'offers: many, with a vehicle and without | offers: the chosen one, 1 consent',
    'amount: amounts of all programs | verification-error: no bank linked',
    'fast-path-options: from our form | duplicate: a link can be mailed',
    'verification-needed: until a day | approval-payment: with fees | autopay: to decide',
    'status: prequalified | unsubscribe: done',
  ].flatMap((line) => line.split(' | '));
  it('fits 320 px, text at 200% and 400% zoom, no word broken (the widest)', async ({ visitWith }) => {
    const states = statesByScreen.flatMap((of) => of.states).filter(({ called }) => widest.includes(called));
    expect(states.length).toBe(widest.length);
    // The question about privacy lies on the page, too.
    await mustFitAnywhere(await visitWith({ isFirst: true }), states);
  });

  for (const { screen, states } of statesByScreen) {
    it(`fits 320 px, 390 px with text at 200%, and 400% zoom without breaking a heading’s word (${screen})`, {
      tags: ['full'],
    }, async ({ visitWith }) => {
      await mustFitAnywhere(await visitWith({ isFirst: true }), states);
    });

    it(`has one heading of the first level and a title, states once what happens next, and axe finds nothing (${screen})`, {
      tags: ['full'],
    }, async ({ visit, page }) => {
      const wrong: string[] = [];
      await openEach(visit, states, async ({ called }) => {
        if ((await page.locator('h1').count()) !== 1) wrong.push(`${called}: not one h1`);
        const next = await page.getByRole('heading', { name: 'What happens next' }).count();
        if (next > 1) wrong.push(`${called}: says ${next} times what happens next`);
        if (!/^\S.* \| Branchline$/.test(await page.title())) wrong.push(`${called}: ${await page.title()}`);
        await visit.mustBeAccessible().catch((error) => wrong.push(`${called}: ${error}`));
      });
      expect(wrong).toEqual([]);
    });
  }
});

describe('the grid', () => {
  /** Where the parts of a page are, from the left edge of the window. */
  const placed = (page: Page) =>
    page.evaluate(() => {
      const at = (selector: string) => {
        const element = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
        const box = element?.getBoundingClientRect();
        return box && { left: box.left, right: box.right, width: box.width };
      };
      return {
        header: at('header > div'),
        line: at('ol[data-train]'),
        task: at('main h1'),
        side: at('main aside'),
        gutter: Number.parseFloat(
          getComputedStyle(document.querySelector('header > div') as Element).paddingLeft,
        ),
      };
    });

  it('puts the task at the left and the loan at the right of its frame', async ({ visitWith }) => {
    const visit = await visitWith({ viewport: desktop });
    const { page } = visit;
    await visit.open('/dev/screens/approval-submit/from-our-form');
    await page.locator('main aside').getByRole('heading', { name: 'Your loan' }).waitFor();
    for (const width of [992, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const frame = Math.min(width - 64, 1120);
      const left = (width - frame) / 2;
      const { header, line, task, side, gutter } = await placed(page);
      expect(gutter).toBe(32);
      expect((header?.width ?? 0) - 2 * gutter).toBeCloseTo(frame, 0);
      for (const part of [line, task]) expect(part?.left).toBeCloseTo(left, 0);
      expect(line?.right).toBeCloseTo(left + frame, 0);
      expect(side).toMatchObject({ width: 320 });
      expect(side?.right).toBeCloseTo(left + frame, 0);
    }
    // The card stays in view, and scrolls away where the window is too low for it.
    const top = () => page.locator('main aside > div').evaluate((one) => one.getBoundingClientRect().top);
    await page.evaluate(() => {
      document
        .querySelector('h1')
        ?.parentElement?.parentElement?.append(
          Object.assign(document.createElement('div'), { className: 'tall', innerHTML: '<br>'.repeat(200) }),
        );
    });
    await page.evaluate(() => scrollTo(0, 1000));
    await eventually('the card in view', async () => Math.abs((await top()) - 96) < 1);
    await page.setViewportSize({ width: 1280, height: 400 });
    await eventually('the card scrolled away', async () => (await top()) < 0);

    // On a phone one line opens to the same card.
    await page.setViewportSize(phone);
    await page.getByText('$5,000 · $183.60 a month').click();
    await page.getByRole('heading', { name: 'What happens next' }).waitFor();
    expect(await page.locator('main aside').count()).toBe(0);

    // So does the header take one line there, of what a thumb can press, and still names the number.
    const banner = page.getByRole('banner');
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await banner.boundingBox()).toMatchObject({ height: 65 });
      const pressed = banner.locator('a, button');
      expect(await pressed.count()).toBe(4);
      for (const one of await pressed.all()) {
        const box = await one.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), await one.innerText()).toBeGreaterThanOrEqual(44);
      }
    }
    const call = banner.getByRole('link', { name: '(801) 555-0100' });
    expect(await call.getAttribute('href')).toBe('tel:+18015550100');
  });

  it('begins every heading at the same edge, with a column and without', async ({ browser, product }) => {
    const page = await quietPage(browser, product.url, { width: 1440, colorScheme: 'light' });
    const edges: number[] = [];
    for (const state of [
      'bank-link/before-a-bank-is-linked success/with-autopay resume/opening',
      'session-ended/as-it-comes email-verification/confirmed paper-notices/confirmation',
    ].flatMap((line) => line.split(' '))) {
      await openState(page, `/dev/screens/${state}`);
      edges.push(await page.locator('h1').evaluate((heading) => heading.getBoundingClientRect().left));
    }
    await page.context().close();
    expect(new Set(edges).size, edges.join()).toBe(1);
  });

  it('lists a long text’s parts beside it, and on a phone in one line above it', async ({ visitWith }) => {
    const visit = await visitWith({ viewport: desktop });
    const { page } = visit;
    await visit.open('/legal/privacy-policy');
    await visit.arrive('legal', { title: 'Privacy Policy' });
    const contents = page.getByRole('navigation', { name: 'On this page' });
    expect(await contents.getByRole('link', { name: 'How we protect it' }).isVisible()).toBe(true);
    expect(await contents.count()).toBe(1);

    await page.setViewportSize(phone);
    expect(await contents.count()).toBe(1);
    expect(await contents.getByRole('link').count()).toBe(0);
    await contents.getByText('On this page').click();
    await contents.getByRole('link', { name: 'How we protect it' }).click();
    const part = page.getByRole('heading', { name: 'How we protect it' });
    await eventually('the part in view', async () => ((await part.boundingBox())?.y ?? 844) < 100);
    await expect.poll(() => part.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it('stands still on phones when the font arrives: no early press is lost', async ({ visit }) => {
    await visit.open('/?experience=sp');
    const heading = visit.page.locator('main h1');
    const heightIn = (faces: string) =>
      heading.evaluate((element, fontFamily) => {
        Object.assign(element.style, { fontFamily });
        return element.getBoundingClientRect().height;
      }, faces);
    const [display, ...fallbacks] = await heading.evaluate((element) =>
      getComputedStyle(element).fontFamily.split(', '),
    );
    await visit.page.evaluate(() => document.fonts.load('1em Display'));
    for (const width of [360, 375, 384, 390, 393, 402, 412, 414, 428, 430]) {
      await visit.page.setViewportSize({ width, height: 800 });
      expect([width, await heightIn(fallbacks.join())]).toEqual([width, await heightIn(String(display))]);
    }
  });
});

it('at 400% zoom every dialog can be read and closed', { tags: ['full'] }, async ({ visitWith }) => {
  const visit = await visitWith({ viewport: { width: 320, height: 256 } });
  const { page } = visit;
  for (const { address, name, ways } of [
    { address: '/dev/screens/offers/a-few', name: 'See all four steps', ways: ['Close', 'Escape'] },
    {
      address: '/dev/screens/verification-manage/a-linked-bank',
      name: 'Remove this bank',
      ways: ['Close', 'Escape', 'Keep it'],
    },
  ]) {
    await visit.open(address);
    await page.locator('h1').first().waitFor();
    for (const way of ways) {
      await visit.unfold('Finish later, or other choices');
      await visit.button(name).click();
      const dialog = visit.dialog();
      await dialog.waitFor();
      const { x, y, width, height } = (await dialog.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
      expect(x >= 0 && y >= 0 && x + width <= 320 && y + height <= 256, `${name} is in the window`).toBe(
        true,
      );
      const last = dialog.locator('p, button').last();
      await last.scrollIntoViewIfNeeded();
      expect(await page.evaluate(coveredControls), name).toEqual([]);
      if (way === 'Escape') await page.keyboard.press('Escape');
      else await dialog.getByRole('button', { name: way, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    }
  }
});

/** From the landing page to accepted terms. Returns the presses that lose the focus, on later pages too. */
function coveredControls(): readonly string[] {
  const scope = document.querySelector('dialog[open]') ?? document.body;
  const controls = [...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')].filter(
    (control) => control.checkVisibility() && control.matches(':not([tabindex="-1"])'),
  );
  return controls.flatMap((control) => {
    control.focus();
    if (document.activeElement !== control) return [];
    const seen = (control as HTMLInputElement).labels?.[0] ?? control;
    const isCovered = [...control.getClientRects()].every(({ left, right, top, bottom }) => {
      const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return !above || !(control.contains(above) || seen.contains(above) || above.contains(control));
    });
    return isCovered ? [`${control.tagName} ${control.textContent?.slice(0, 40)} is covered`] : [];
  });
}
