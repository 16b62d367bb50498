// How the browser side is built. `scripts/build.ts` runs it twice: for browsers, and again to prerender the landing page.
import { basename, join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserConstants } from './scripts/browser-constants.ts';
import { lenderDirectory } from './scripts/lender-facts.ts';
import { lenderLook } from './scripts/lender-look.ts';

const source = join(import.meta.dirname, 'web/src');
const entry = join(source, 'main.tsx');

interface Modules {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[];
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
  } | null;
}
type ModuleTest = (id: string, modules: Modules) => boolean;

/** A module with everything that it imports before it can run. */
function neededBy(start: string, modules: Modules): ReadonlySet<string> {
  const needed = new Set([start]);
  for (const next of needed)
    for (const imported of modules.getModuleInfo(next)?.importedIds ?? []) needed.add(imported);
  return needed;
}

/** Whether a module is needed by one of ours. */
function isNeededBy(file: string): ModuleTest {
  let needed: ReadonlySet<string> | undefined;
  return (id, modules) => {
    needed ??= neededBy(join(source, file), modules);
    return needed.has(id);
  };
}

/** The same with its answers cached, because the bundler calls it with every module for every file. */
function remembered(isOf: ModuleTest): ModuleTest {
  const answers = new Map<string, boolean>();
  return (id, modules) => {
    const answer = answers.get(id) ?? isOf(id, modules);
    answers.set(id, answer);
    return answer;
  };
}

const neededToStart = isNeededBy('main.tsx');
const neededToLand = isNeededBy('app/start-landing.tsx');
const neededToRoute = isNeededBy('app/RoutedApp.tsx');
const neededToCall = isNeededBy('app/browser-environment.ts');
const neededToApply = isNeededBy('screens/prequalification/PrequalificationForm.tsx');

const dependencyOf = (id: string) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? '';
/** The stage whose screens or words a module holds. */
const stageOf = (id: string) =>
  /web\/src\/(?:(?:screens|shared)\/([^/.]+)\/|wording\/(.+)\.ts)/.exec(id)?.slice(1).find(Boolean);
/** Only the offers choose among amounts, by a slider. */
const isOfOffers = (id: string) => /\/(?:finance\/amount-options\.ts|ui\/Slider\.tsx)$/.test(id);
/** The notices show branches and partners. */
const homeOf = (id: string) =>
  isOfOffers(id) ? 'offers' : stageOf(id)?.replace(/^(branches|partners)$/, 'notices');
/** What a dynamic import loads, such as a screen. */
const isImportedOnDemand: ModuleTest = (id, modules) =>
  (modules.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
/** Whether more than one of those files needs a module. */
const isShared = remembered((id, modules) => {
  const seen = new Set([id]);
  const onDemand = new Set<string>();
  for (const next of seen) {
    if (isImportedOnDemand(next, modules)) onDemand.add(next);
    else for (const importer of modules.getModuleInfo(next)?.importers ?? []) seen.add(importer);
  }
  return onDemand.size > 1;
});
/** Few forms besides the landing page's have the list of states, few screens the legal texts, and one stage each of these calls. */
const isOurs = (id: string) =>
  /^(contract(?!\/(?:us-states|approval|application-status|documents|insurance-text|marital-status|phone-check)\.)|finance|web\/src\/(api|app|forms|journey|lib|shared(?!\/(?:branches|documents|legal)\/)|ui))\//.test(
    relative(import.meta.dirname, id),
  );
/** What has the form hook or shapes text. */
const isOfForms = (id: string) => /\/forms\/(?:Form|Masked|masks|use-)/.test(id);

const isOfLanding = (id: string) =>
  /\/web\/src\/(?:screens\/prequalification\/|app\/(?:LandingApp|start-landing)|ui\/StaticPart|wording\/landing)/.test(
    id,
  );

/**
 * Which file a module goes into: the first that takes it, together with what it needs that no file before took. Few files,
 * because a phone on a poor connection pays for every request.
 */
const files: readonly (readonly [file: string, belongs: ModuleTest])[] = [
  // Apart from our own code, so that browsers keep them between releases.
  ['react', (id) => /^(react|react-dom|scheduler)$/.test(dependencyOf(id))],
  ['router', (id) => /^(react-router|cookie|set-cookie-parser|@tanstack\/.*)$/.test(dependencyOf(id))],
  // What every page begins with.
  [
    'start',
    (id, modules) =>
      id !== entry && (neededToStart(id, modules) || (neededToLand(id, modules) && !isOfLanding(id))),
  ],
  // What only the landing page is made of.
  ['landing', neededToLand],
  // The privacy choices and what keeps a changed page, which the landing page needs without anything else.
  ['privacy', (id) => /\/lib\/(?:changed-pages|privacy\/(?:choices|start))\.ts$/.test(id)],
  // What talks to the server, and what else the landing page's form has in common with the screens behind it.
  [
    'common',
    (id, modules) =>
      neededToCall(id, modules) ||
      // The earlier answers and the applicant's time zone, which the page for an outage needs too.
      /\/(?:prequalification\/draft|shared\/use-day-text)\.ts$/.test(id) ||
      (neededToApply(id, modules) && (neededToRoute(id, modules) || (isOurs(id) && !isOfForms(id)))),
  ],
  // Fetched after the landing page's form, without the screens that need it too.
  ['third-party', (id) => /\/(?:third-party-scripts|StoppedDeviceCheck|stopped-check)\.tsx?$/.test(id)],
  ['app', neededToRoute],
  // What shapes text while it is typed, which few screens need besides the landing page's form.
  ['masks', (id) => /\/@maskito\/|\/forms\/(?:masks|MaskedFields)\.tsx?$/.test(id)],
  // The machinery of forms, as far as the landing page's form needs it.
  [
    'forms',
    (id, modules) => !stageOf(id) && !id.endsWith('/contract/us-states.ts') && neededToApply(id, modules),
  ],
  // The notice of an outage, which the landing page and the steps that need the core system fetch when they show it.
  ['outage', (id) => /\/web\/src\/(?:shared\/outage\/(?!outage-of)|wording\/maintenance\.ts)/.test(id)],
  // The arithmetic of schedules, which only the picture of a loan's cost needs. It is fetched when that comes near.
  ['schedules', (id) => /\/finance\/(?:loan-cost|payment|rate)\.ts$/.test(id)],
  // The calls of stages that choosing an offer does not need yet, those about the applicant's accounts apart.
  [
    'account-calls',
    (id) =>
      /\/(?:contract\/(?:account-validation|autopay|bank-account-fields|deposit)|finance\/routing-number)\.ts$/.test(
        id,
      ),
  ],
  [
    'later-calls',
    (id) => /\/contract\/(?:bank-link|fast-path|notices|partners|uploads|vehicle|verification)\.ts$/.test(id),
  ],
  // What several stages share, apart from what other screens' forms need besides.
  [
    'parts',
    (id, modules) =>
      (isOurs(id) ||
        /\/(?:wording\/(?:facts|fees|loan-terms|titles)|shared\/branches\/use-branch-answers)\.ts$/.test(
          id,
        )) &&
      !isImportedOnDemand(id, modules) &&
      !isOfOffers(id) &&
      !(modules.getModuleInfo(id)?.importedIds ?? []).some(isOfForms) &&
      // The call of one question, and the timers of the example screens, which production does not serve.
      !/\/(?:contract\/zip-code|lib\/manual-timers)\.ts$/.test(id),
  ],
  ['apply', neededToApply],
  // What the fast path shares with the offers.
  ['offer-card', (id) => /\/(?:offers\/OfferCard|ui\/Slider)\.tsx$/.test(id)],
  // What several screens of a stage share. Stages that others borrow from come before those that borrow.
  ...[
    'resume',
    'notices',
    'offers',
    'deposit',
    'bank-link',
    'verification',
    'documents',
    'autopay',
    'approval',
    'fast-path',
  ].map((stage): readonly [string, ModuleTest] => [
    stage,
    (id, modules) => homeOf(id) === stage && !isImportedOnDemand(id, modules) && isShared(id, modules),
  ]),
];

const styleFiles = new Map<string, string>();

/** A class by its file and name, such as Page-column: a hash would cost each page what no compression saves. */
function classNameOf(name: string, path: string): string {
  const file = basename(path, '.module.css');
  const taken = styleFiles.get(file) ?? path;
  if (taken !== path) throw new Error(`${path} and ${taken} would have the same class names. Rename one.`);
  styleFiles.set(file, path);
  return `${file}-${name}`;
}

export default defineConfig(({ command, isSsrBuild }) => ({
  root: 'web',
  base: '/',
  publicDir: false,
  plugins: [react(), lenderLook()],
  resolve: {
    alias: [{ find: /^#lender\/public\/(.+\.json)$/, replacement: join(lenderDirectory, 'public/$1') }],
  },
  // The server renders pages with this build's own React: production doesn't install what browsers get.
  ...(isSsrBuild ? { ssr: { noExternal: true as const } } : {}),
  define: {
    ...(isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {}),
    ...browserConstants({ isBuild: command === 'build' }),
  },
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: classNameOf } },
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4', 'ios16.4'],
    outDir: '../.build/web',
    emptyOutDir: true,
    manifest: true,
    modulePreload: {
      polyfill: false,
      // Each name costs every page that lists it: not what all pages have, and not what /dev/screens loads.
      resolveDependencies: (file, dependencies) =>
        dependencies.filter(
          (name) =>
            name.endsWith('.css') ||
            !(/\/dev-/.test(file) || /\/(?:react|start|rolldown-runtime)-.{7}\.js$/.test(name)),
        ),
    },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // The first scripts stand in the pages and share nothing with the others.
      input: [
        entry,
        ...['bootstrap.ts', 'link-exchange.ts', 'privacy-question.ts'].map((file) => join(source, file)),
      ],
      output: {
        // As short as the bundler allows: every character of these names costs every page.
        entryFileNames: 'assets/[name]-[hash:7].js',
        // Under a name of its own, because production serves nothing of it.
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${facadeModuleId?.startsWith(join(source, 'dev/')) ? 'dev-' : ''}[name]-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: isSsrBuild || {
          groups: files.map(([file, belongs], at) => ({
            name: (id: string, modules: Modules) => (belongs(id, modules) ? file : null),
            debugName: file,
            priority: files.length - at,
          })),
        },
      },
    },
  },
}));
