// What the documentation names must exist, or it sends its reader nowhere: links with their headings, files, and commands.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { serverLayers, webLayers } from '../import-layers.js';
import packageJson from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const built = new Set(['node_modules', '.git', '.build', '.cache', '.data']);
const files = readdirSync(root, { withFileTypes: true })
  .filter(({ name }) => !built.has(name))
  .flatMap((entry) =>
    entry.isDirectory()
      ? readdirSync(join(root, entry.name), { recursive: true, encoding: 'utf8' }).map(
          (path) => `${entry.name}/${path}`,
        )
      : [entry.name],
  );
const folders = new Set(files.map((path) => path.split('/', 1)[0]));
const names = new Set(files.map((path) => path.slice(path.lastIndexOf('/') + 1)));
const texts = new Map(
  files.filter((path) => path.endsWith('.md')).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);
/** The changelog names files and commands as they were then. */
const pages = [...texts].filter(([path]) => path !== 'CHANGELOG.md');

/** Files that a page has its reader make, or that are elsewhere. */
const others = new Set(['report.md', 'terms-of-use.2.json', '2020-09-14.yml']);

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-');

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return false;
  const headings = [...(texts.get(target) ?? '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return anchor === undefined || headings.map(anchorOf).includes(anchor);
}

function exists(page: string, path: string): boolean {
  if (folders.has(path.split('/', 1)[0])) return existsSync(join(root, path));
  if (existsSync(join(root, dirname(page), path))) return true;
  // Otherwise the end of a path, as in `platform/config.ts`.
  return path.includes('/')
    ? files.some((file) => file.endsWith(`/${path}`))
    : names.has(path) || others.has(path);
}

it.each([...texts])('%s links to pages and headings that exist', (page, text) => {
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([]);
});

it.each(pages)('%s names files that exist', (page, text) => {
  const named = [...text.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
    code.split(/[\s"'(),=]+/).filter((word) => {
      if (!/^[\w.-]+(?:\/[\w.-]+)*$/.test(word) || word.includes('NN-')) return false;
      const [first = '', rest] = word.split('/', 2);
      return (
        /[^.]\.(?:tsx?|js|json|md|yml|css|svg)$/.test(word) || (rest !== undefined && folders.has(first))
      );
    }),
  );
  expect(named.filter((path) => !path.startsWith('PUBLIC_URL') && !exists(page, path))).toEqual([]);
});

it.each(pages)('%s names commands that exist', (_, text) => {
  const commands = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, command = '']) => command);
  expect(commands.filter((command) => !(command in packageJson.scripts))).toEqual([]);
});

it('the index of decisions has every record under its title', () => {
  const index = texts.get('docs/decisions/README.md') ?? '';
  const records = [...texts].filter(([path]) => /^docs\/decisions\/\d/.test(path));
  const missing = records.filter(([path, text]) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? [];
    return !index.includes(`- [${title}](${path.split('/').at(-1)}) (${number})\n`);
  });
  expect(missing.map(([path]) => path)).toEqual([]);
});

it('the architecture page lists the layers and stages that there are', () => {
  const text = texts.get('docs/architecture.md') ?? '';
  const [stages = '', rest = ''] = text.split('![');
  const [server = '', web = ''] = rest.split('`web/src`, from the top down');
  const named = [...server.matchAll(/^\| (`.+`) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/[\w.-]+/g) ?? [],
  );
  const layers = [...new Set(serverLayers.flat().map((layer) => layer.split('/', 1)[0]))].filter(
    (layer) => layer !== undefined,
  );
  expect(named.filter((name) => layers.includes(name))).toEqual(layers);
  for (const layer of webLayers.flat().filter((name) => !name.includes('.')))
    expect(web).toContain(`\`${layer}/`);
  const folders = readdirSync(join(root, 'server/src/stages'), { withFileTypes: true });
  for (const { name } of folders.filter((entry) => entry.isDirectory()))
    expect(stages.toLowerCase()).toMatch(new RegExp(`\\b${name}\\b`));
});
