// Writes the built pages, each with its styles, first script and their hashes for its CSP inline. Those
// that are the same for everyone are prerendered in full; every other screen gets a loading page.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { resumeSignature } from '#contract/documents.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { experiences } from '#contract/experiences.ts';
import { getJourney, type Journey } from '#contract/journey.ts';
import { resumeLead } from '#contract/resume.ts';
import { publicScreens, type ScreenName } from '#contract/screens.ts';
import { afterRoot, type BuiltPage } from '#server/pages/built-pages.ts';
import { factPlaceholders, vehicleMarks } from '#server/pages/policy-facts.ts';
import { versionOn } from '../lender/in-force.ts';
import { builtLandingLoans, builtLender } from './lender-facts.ts';
import { stylesIn } from './page-styles.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly isDynamicEntry?: boolean;
}
export type Manifest = Readonly<Record<string, Chunk>>;

type PageSubject = Pick<BuiltPage, 'screen' | 'experience' | 'partner' | 'text' | 'effective' | 'whole'>;

type Prerender = typeof import('../web/src/prerender.tsx');

export const firstScript = 'src/bootstrap.ts';
const linkExchange = 'src/link-exchange.ts';
const privacyQuestion = 'src/privacy-question.ts';
const entry = 'src/main.tsx';
const landing = [entry, 'src/app/start-landing.tsx'];
/** The entry that every page except the landing page needs. */
const routed = [entry, 'src/app/RoutedApp.tsx'];
/** What the landing page shows around its form, which needs no script in the browser. */
const landingParts = 'src/screens/prequalification/LandingParts.tsx';
export const formFile = 'src/screens/prequalification/PrequalificationForm.tsx';

/** Chunks with all their imports, each after its dependencies. */
export function inOrder(manifest: Manifest, keys: readonly string[]): readonly Chunk[] {
  const seen = new Set<string>();
  const order: Chunk[] = [];
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const imported of chunk.imports ?? []) visit(imported);
    order.push(chunk);
  };
  for (const key of keys) visit(key);
  return order;
}

const scriptsOf = (manifest: Manifest, keys: readonly string[]) =>
  inOrder(manifest, keys).map(({ file }) => `/${file}`);
const stylesOf = (manifest: Manifest, keys: readonly string[]) => [
  ...new Set(inOrder(manifest, keys).flatMap(({ css }) => css ?? [])),
];

/** Each screen's source file, found in the prerender build by the file that contains the screen's component. */
async function screenModules(prerenderBuild: string, prerender: Prerender) {
  const manifest: Manifest = JSON.parse(await readFile(join(prerenderBuild, '.vite/manifest.json'), 'utf8'));
  const fetched = Object.entries(manifest).filter(([, chunk]) => chunk.isDynamicEntry);
  const sources = new Map(
    await Promise.all(
      fetched.map(async ([source, { file }]) => {
        const module: { default?: unknown } = await import(pathToFileURL(join(prerenderBuild, file)).href);
        return [module.default, source] as const;
      }),
    ),
  );
  const found = await Promise.all(
    Object.entries(prerender.screenComponents).map(async ([screen, load]) => {
      const source = sources.get((await load()).default);
      if (!source) throw new Error(`The build has no file for the screen ${screen}.`);
      return [screen as ScreenName, source] as const;
    }),
  );
  return new Map(found);
}

/** Responses that don't depend on an application, so a page that is the same for everyone needn't request them. */
const publicJourney: Journey = {
  allowed: [...publicScreens],
  links: {},
  choices: { isLoanAutoSecured: false },
};

/** Removes the display font from a page's styles. The first script adds it later, so it doesn't delay the first paint. */
function lateFace(style: string) {
  const rule = /@font-face\s*\{[^}]*font-family:\s*["']?Display["']?\s*;[^}]*\}/.exec(style)?.[0];
  if (!rule) return { style };
  const value = (name: string) => {
    const found = new RegExp(`[;{\\s]${name}:\\s*([^;}]+)`).exec(rule)?.[1]?.trim();
    if (!found) throw new Error(`The style’s rule for the display face has no ${name}.`);
    return found;
  };
  const descriptors = {
    weight: value('font-weight'),
    ascentOverride: value('ascent-override'),
    descentOverride: value('descent-override'),
    lineGapOverride: value('line-gap-override'),
  };
  return { style: style.replace(rule, ''), face: { source: value('src'), descriptors } };
}

/** Declared first, so the layers keep their order no matter which file arrives first. */
const layers = '@layer base,parts;';

export const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

const { brand, texts, look } = builtLender();

/** The legal text versions in force on a day, and those that take effect later. */
const legalTextsFrom = (day: string) =>
  texts.filter((text) => text.effective > day || versionOn(texts, text.id, day) === text);

const exchangeBy = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => ({ method, path });
/** The calls with which the first script exchanges a link's token for a session. */
const exchanges: Partial<Record<ScreenName, ReturnType<typeof exchangeBy>>> = {
  resume: exchangeBy(resumeLead),
  'docusign-resume': exchangeBy(resumeSignature),
};

type Keys = Readonly<Record<'scripts' | 'styles', readonly string[]>>;

interface Inlined {
  readonly banner: string;
  /** The script that shows the banner. */
  readonly question: string;
  readonly first: string;
  readonly linkExchange: string;
}

function pageWriter(aside: string, manifest: Manifest, { banner, question, first, linkExchange }: Inlined) {
  const pages: BuiltPage[] = [];
  const exchangeFirst = `(()=>{${linkExchange}})();${first}`;
  const write = async (file: string, markup: string, keys: Keys, subject: PageSubject): Promise<void> => {
    if (/<[^>]+\sstyle=/.test(markup))
      throw new Error(`${file} carries a style attribute, which the policy forbids.`);
    const styles = stylesOf(manifest, keys.styles);
    const all = await Promise.all(styles.map((css) => readFile(join(aside, css), 'utf8')));
    const whole = all.join('');
    const loads = scriptsOf(manifest, keys.scripts);
    const title = /<title>(.*?)<\/title>/.exec(markup);
    const { whole: isWhole, experience } = subject;
    const exchange = subject.screen && exchanges[subject.screen];
    const script = exchange ? exchangeFirst : first;
    const { style: full, face } = lateFace(layers + whole.trim());
    // Where the scripts or the server render the screen later, it finds all its styles.
    const style = isWhole ? stylesIn(full, markup + banner) : full;
    await writeFile(
      join(aside, 'pages', file),
      documentOf({
        title: title?.[1] ?? '',
        // Not fetched before the first paint. A page that has all of them inside never fetches them.
        head: `<style>${style}</style>\n${styles.map((css) => `<link rel="stylesheet" href="/${css}" disabled>`).join('')}`,
        root: `<div id="root"${isWhole ? ' data-rendered' : ''}>${markup.replace(title?.[0] ?? '', '')}</div>`,
        banner: `${banner}\n<script>${question}</script>`,
        page: JSON.stringify({
          loads,
          whole: isWhole,
          ...(experience && { experience }),
          ...(exchange && { exchange }),
          face,
          facts: Object.values(factPlaceholders),
          secured: builtLandingLoans().map(({ dollars }) => vehicleMarks(dollars).join(String(dollars))),
        }),
        preloadedResponses:
          isWhole && !experience ? JSON.stringify({ [getJourney.path]: publicJourney }) : undefined,
        script,
      }),
    );
    pages.push({
      file,
      script: sha256(script),
      question: sha256(question),
      style: sha256(style),
      ...subject,
      loads,
    });
  };
  return { pages, write };
}

/** `aside` is the browser build; `prerenderBuild` is the prerender build. */
export async function writePages(aside: string, prerenderBuild: string): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(join(aside, '.vite/manifest.json'), 'utf8'));
  const prerender = (await import(pathToFileURL(join(prerenderBuild, 'prerender.js')).href)) as Prerender;
  const modules = await screenModules(prerenderBuild, prerender);
  const [first = '', exchange = '', shown = ''] = await Promise.all(
    [firstScript, linkExchange, privacyQuestion].map(async (source) =>
      (await readFile(join(aside, manifest[source]?.file ?? ''), 'utf8')).trim(),
    ),
  );
  await mkdir(join(aside, 'pages'));
  const banner = prerender.renderPrivacyBanner();
  // A script that is no module runs where it is.
  const question = `(()=>{${shown}})()`;
  const writer = pageWriter(aside, manifest, { banner, question, first, linkExchange: exchange });
  const day = new Date().toISOString().slice(0, 10);

  for (const experience of experiences) {
    for (const partner of [undefined, prerender.placeholderPartner])
      await writer.write(
        `landing.${experience}${partner ? '.partner' : ''}.html`,
        prerender.renderLanding(experience, day, partner),
        { scripts: [...landing.slice(1), entry], styles: [...landing, formFile, landingParts] },
        { screen: 'landing', experience, ...(partner && { partner }), whole: true },
      );
  }
  for (const { screen, isForEveryone } of prerender.pages) {
    const module = modules.get(screen);
    if (!module || !manifest[module]) throw new Error(`The build has no file for the screen ${screen}.`);
    const keys = { scripts: [...routed.slice(1), module, entry], styles: [...routed, module] };
    const waiting = prerender.renderWaiting(screen);
    await writer.write(`${screen}.waiting.html`, waiting, keys, { screen, whole: false });
    if (!isForEveryone) continue;
    if (screen !== 'legal') {
      const whole = await prerender.renderScreen(screen, day, publicJourney);
      await writer.write(`${screen}.html`, whole, keys, { screen, whole: true });
      continue;
    }
    for (const { id: text, effective } of legalTextsFrom(day)) {
      const then = effective > day ? effective : day;
      const file = `legal.${text}.${effective}.html`;
      const whole = await prerender.renderScreen(screen, then, publicJourney, text);
      await writer.write(file, whole, keys, { screen, text, effective, whole: true });
    }
  }
  // For the component gallery in development, and anything else without its own page.
  await writer.write('plain.html', '', { scripts: [entry], styles: [entry] }, { whole: false });
  await writeFile(join(aside, 'pages.json'), `${JSON.stringify(writer.pages)}\n`);
}

type Parts = Readonly<Record<'title' | 'head' | 'root' | 'banner' | 'page' | 'script', string>> & {
  readonly preloadedResponses: string | undefined;
};

export const documentOf = (parts: Parts) => `<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${parts.title}</title>
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${look.palette.light.paper}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${look.palette.dark.paper}" media="(prefers-color-scheme: dark)">
<meta name="format-detection" content="telephone=no">
<meta name="description" content="${brand.name}: ${brand.tagline}">
<link rel="icon" href="/icon.svg">
${parts.head}
</head>
<body>
${parts.banner}
${parts.root}${afterRoot}
<noscript><p>This application needs JavaScript. Turn it on in your browser, or call or visit a branch.</p></noscript>
<script type="application/json" id="page">${parts.page}</script>${
  parts.preloadedResponses
    ? `
<script type="application/json" id="responses">${parts.preloadedResponses}</script>`
    : ''
}
<script type="module">${parts.script}</script>
</body>
</html>
`;
