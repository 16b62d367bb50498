// Holds that a table is queried only by the folders that server/src/platform/db/table-owners.ts names.
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';
import { type Ownership, sharedOwners, tableOwners } from '#server/platform/db/table-owners.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'server/src');

/** Kysely's methods whose first argument names tables. */
const methods = new Set([
  'selectFrom',
  'insertInto',
  'replaceInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
  'from',
  'using',
  'innerJoin',
  'leftJoin',
  'rightJoin',
  'fullJoin',
  'crossJoin',
  'innerJoinLateral',
  'leftJoinLateral',
]);

type Table = keyof typeof tableOwners;

interface TableUse {
  readonly table: Table;
  readonly line: number;
}

const isTable = (name: string): name is Table => Object.hasOwn(tableOwners, name);

/** The tables that a file names in queries: as arguments of Kysely's methods, and after from, join, into or update in SQL. */
export function tablesIn(file: string, text = readFileSync(file, 'utf8')): readonly TableUse[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const uses: TableUse[] = [];
  const note = (table: string, at: ts.Node) => {
    if (isTable(table))
      uses.push({ table, line: tree.getLineAndCharacterOfPosition(at.getStart()).line + 1 });
  };
  const noteArgument = (argument: ts.Expression | undefined): void => {
    if (argument === undefined) return;
    if (ts.isArrayLiteralExpression(argument)) argument.elements.forEach(noteArgument);
    // `table as alias`
    else if (ts.isStringLiteralLike(argument)) note(argument.text.split(' ')[0] ?? '', argument);
  };
  const noteSql = (template: ts.TemplateLiteral): void => {
    const parts = ts.isNoSubstitutionTemplateLiteral(template)
      ? [template]
      : [template.head, ...template.templateSpans.map(({ literal }) => literal)];
    for (const part of parts) {
      for (const [, table = ''] of part.text.matchAll(/\b(?:from|join|into|update)\s+(\w+)/gi))
        note(table, part);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      if (methods.has(node.expression.name.text)) noteArgument(node.arguments[0]);
    }
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(tree) === 'sql') noteSql(node.template);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return uses;
}

/** What does not hold, each as a sentence; also an exception that nobody needs any more. */
export function checkTables(): readonly string[] {
  const mistakes: string[] = [];
  const needed = new Set<string>();
  const files = globSync('**/*.ts', { cwd: source })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !file.startsWith('platform/db/migrations/') && !file.endsWith('.test.ts'));
  for (const file of files.sort()) {
    const isIn = (folder: string) => file.startsWith(`${folder}/`);
    for (const { table, line } of tablesIn(join(source, file))) {
      const { owner, others = [] } = tableOwners[table];
      if ([owner, ...sharedOwners].some(isIn)) continue;
      const exception = others.find(isIn);
      if (exception) needed.add(`${table} ${exception}`);
      else
        mistakes.push(`server/src/${file}:${line} queries ${table}, which belongs to server/src/${owner}.`);
    }
  }
  for (const [table, { others = [] }] of Object.entries<Ownership>(tableOwners)) {
    for (const folder of others) {
      if (!needed.has(`${table} ${folder}`))
        mistakes.push(`server/src/${folder} no longer queries ${table}; take it out of table-owners.ts.`);
    }
  }
  return mistakes;
}

if (import.meta.main) {
  for (const mistake of checkTables()) {
    console.error(mistake);
    process.exitCode = 1;
  }
}
