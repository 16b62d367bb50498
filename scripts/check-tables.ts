// Checks that one file of the server queries each table, apart from those that server/src/platform/db/tables.ts lists.
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';
import { crossTableFiles, queriedBy, tableNames } from '#server/platform/db/tables.ts';

const root = join(import.meta.dirname, '..');

/** Kysely methods whose first argument names tables. */
const methods =
  /^(?:selectFrom|insertInto|replaceInto|updateTable|deleteFrom|mergeInto|from|using|(?:inner|left)Join(?:Lateral)?|(?:right|full|cross)Join)$/;

/** Functions of server/src/platform/db/rows.ts whose second argument names a table. */
const functions = new Set(['rowsOf', 'insertRow', 'insertOnce', 'saveRow', 'deleteSome']);

type Table = (typeof tableNames)[number];

const isTable = (name: string): name is Table => tableNames.includes(name as Table);

/** The tables a file names in queries: in arguments to Kysely methods, and after from, join, into or update in SQL. */
export function tablesIn(file: string, text = readFileSync(file, 'utf8')) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const uses: { readonly table: Table; readonly line: number }[] = [];
  const record = (table: string, at: ts.Node) => {
    if (isTable(table))
      uses.push({ table, line: tree.getLineAndCharacterOfPosition(at.getStart()).line + 1 });
  };
  const recordArgument = (argument: ts.Expression | undefined): void => {
    if (argument === undefined) return;
    if (ts.isArrayLiteralExpression(argument)) argument.elements.forEach(recordArgument);
    // `table as alias`
    else if (ts.isStringLiteralLike(argument)) record(argument.text.split(' ')[0] ?? '', argument);
  };
  const recordSql = (template: ts.TemplateLiteral): void => {
    const parts = ts.isNoSubstitutionTemplateLiteral(template)
      ? [template]
      : [template.head, ...template.templateSpans.map(({ literal }) => literal)];
    for (const part of parts)
      for (const [, table = ''] of part.text.matchAll(/\b(?:from|join|into|update)\s+(\w+)/gi))
        record(table, part);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
      if (methods.test(node.expression.name.text)) recordArgument(node.arguments[0]);
    if (ts.isCallExpression(node) && functions.has(node.expression.getText(tree)))
      recordArgument(node.arguments[1]);
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText(tree) === 'sql') recordSql(node.template);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return uses;
}

export function checkTables(): readonly string[] {
  const source = join(root, 'server/src');
  const files = globSync('**/*.ts', { cwd: source })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !file.endsWith('.test.ts'))
    .sort();
  const homes = new Map(Object.entries(queriedBy) as [Table, readonly string[]][]);
  const mistakes = files
    .filter((file) => !(file in crossTableFiles))
    .flatMap((file) =>
      tablesIn(join(source, file)).flatMap(({ table, line }) => {
        const home = homes.get(table) ?? [file];
        homes.set(table, home);
        return home.some((path) => file.startsWith(path))
          ? []
          : [`server/src/${file}:${line} queries ${table}, which ${home.join(' and ')} queries.`];
      }),
    );
  const gone = [...Object.values(queriedBy).flat(), ...Object.keys(crossTableFiles)].filter(
    (path) => !files.some((file) => file.startsWith(path)),
  );
  return [...mistakes, ...gone.map((path) => `tables.ts names ${path}, which is not there.`)];
}
