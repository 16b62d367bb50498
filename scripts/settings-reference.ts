// `npm run settings`: writes the table of every setting into docs/go-live-reference.md, from the configuration's schema.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ZodType } from 'zod';
import { settingGroups } from '#server/platform/config.ts';
import { neededInProduction } from '#server/platform/production-settings.ts';
import { describedSetting } from '#server/platform/settings/setting.ts';

const page = join(import.meta.dirname, '../docs/go-live-reference.md');
const begin = '<!-- The settings, by `npm run settings`. Change them in server/src/platform/settings. -->';
const end = '<!-- The end of the settings. -->';

const head = `| Setting | What it is | Where to find it | Example | Default | Needed for |
|---|---|---|---|---|---|`;

function settingsReference(): string {
  const groups = Object.entries(settingGroups).flatMap(([title, settings]) => [
    `| **${title}** |`,
    ...Object.entries(settings).map(([name, schema]) => row(name, schema)),
  ]);
  return [begin, '', head, ...groups, '', end].join('\n');
}

function row(name: string, schema: ZodType): string {
  const { description, found, example, neededFor, secret, onlyWorkers } = describedSetting(schema);
  const kind = onlyWorkers ? ' (secret, for workers alone)' : secret ? ' (secret)' : '';
  const title = `\`${name}\`${kind}`;
  const cells = [title, description, found, `\`${example}\``, defaultOf(name, schema), neededFor];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function defaultOf(name: string, schema: ZodType): string {
  if (name in neededInProduction || !schema.safeParse(undefined).success) return '**must be set**';
  const { byDefault } = describedSetting(schema);
  if (byDefault !== undefined) return byDefault;
  const value = schema.parse(undefined);
  return value === undefined || value === '' ? 'none' : `\`${value}\``;
}

/** The page with the reference as the schema has it now. */
export function withReference(text: string): string {
  const [before, rest = ''] = text.split(begin);
  const [, after] = rest.split(end);
  if (before === undefined || after === undefined)
    throw new Error(`docs/go-live-reference.md must have the lines "${begin}" and "${end}".`);
  return `${before}${settingsReference()}${after}`;
}

if (import.meta.main) writeFileSync(page, withReference(readFileSync(page, 'utf8')));
