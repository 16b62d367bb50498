// The pages the server sends in development. Every screen starts empty, and Vite's dev server provides its scripts and styles.
// The server inserts its settings and preloaded responses as it does into built pages.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { experiences } from '#contract/experiences.ts';
import type { BuiltPage } from '#server/pages/built-pages.ts';
import { factPlaceholders } from '#server/pages/policy-facts.ts';
import { documentOf, firstScript, sha256 } from './pages.ts';

const root = join(import.meta.dirname, '..');

/** React Refresh must be set up before the first component loads. */
const script = ['@id/@vitejs/plugin-react/preamble', '@vite/client', firstScript]
  .map((module) => `import '/${module}';`)
  .join('\n');

/** The stylesheet already includes the display font, so the font that the first script adds covers no characters. */
const face = { source: "local('Besley')", descriptors: { unicodeRange: 'U+10FFFF' } };

/** Writes the pages into a folder that the server reads like a build. */
export async function writeDevelopmentPages(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(join(directory, 'pages'), { recursive: true });
  await mkdir(join(directory, 'assets'));
  await cp(join(root, 'web/public'), directory, { recursive: true });

  const pages: BuiltPage[] = [];
  const write = async (file: string, about: Pick<BuiltPage, 'screen' | 'experience' | 'partner'>) => {
    const { experience } = about;
    const page = {
      loads: ['/src/main.tsx'],
      whole: false,
      ...(experience && { experience }),
      face,
      facts: Object.values(factPlaceholders),
    };
    const html = documentOf({
      title: 'Branchline',
      head: '<style>@layer base,parts;</style>',
      root: '<div id="root"></div>',
      banner: '',
      page: JSON.stringify(page),
      preloadedResponses: undefined,
      script,
    });
    await writeFile(join(directory, 'pages', file), html);
    // Vite adds each stylesheet as a separate style element, so its hash isn't known in advance.
    pages.push({
      file,
      ...about,
      whole: false,
      script: sha256(script),
      style: 'unsafe-inline',
      loads: page.loads,
    });
  };

  for (const experience of experiences) {
    await write(`landing.${experience}.html`, { screen: 'landing', experience });
    await write(`landing.${experience}.partner.html`, {
      screen: 'landing',
      experience,
      partner: { name: 'name-to-come', logo: '/logo-to-come' },
    });
  }
  await write('plain.html', {});
  await writeFile(join(directory, 'pages.json'), JSON.stringify(pages));
}
