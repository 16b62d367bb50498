// The report of a replay: a summary in Markdown, and a CSV file for each question.
import { stringify } from 'csv-stringify/sync';
import type { ReplaySummary } from '../policy/replay-summary.ts';
import { type ReportAbout, type ReportModel, reportModel } from '../wording/replay-report.ts';
import { cellText, number, type ReportTable } from '../wording/report-cells.ts';

interface ReplayReport {
  readonly markdown: string;
  /** By file name. Shares are of 1, rates in percent, money in dollars. */
  readonly csv: Readonly<Record<string, string>>;
}

/** Renders a summary. The same summary always gives the same report. */
export function replayReport(summary: ReplaySummary, about: ReportAbout): ReplayReport {
  const model = reportModel(summary, about);
  return { markdown: markdownOf(model), csv: csvOf(model) };
}

function markdownOf({ title, facts, parts, refusals, method }: ReportModel): string {
  const escaped = (text: string) => text.replaceAll(/[\\|<>]/g, '\\$&');
  const table = (of: ReportTable) => {
    const { id, question, note, columns, rows, mostRows = rows.length } = of;
    return [
      `### ${question}`,
      '',
      ...(note === undefined ? [] : [escaped(note), '']),
      `| ${columns.map(({ name }) => escaped(name)).join(' | ')} |`,
      `|${columns.map(({ format }) => (format === 'text' ? '---' : '---:')).join('|')}|`,
      ...rows
        .slice(0, mostRows)
        .map(
          ({ cells, formats }) =>
            `| ${columns.map(({ format }, at) => escaped(cellText(cells[at], formats?.[at] ?? format))).join(' | ')} |`,
        ),
      ...(rows.length > mostRows
        ? ['', `${number.format(rows.length - mostRows)} more are in ${id}.csv.`]
        : []),
      '',
    ];
  };
  return [
    `# ${title}`,
    '',
    ...facts.map(([term, detail]) => `- **${term}:** ${escaped(detail)}`),
    '',
    ...parts.flatMap(({ title: part, decided, tables }) => [
      `## ${part}: ${decided.toLocaleString('en-US')} decisions`,
      '',
      ...tables.flatMap(table),
    ]),
    ...(refusals === undefined ? [] : table(refusals)),
    '## How it was computed',
    '',
    ...method.map((sentence) => `- ${sentence}`),
    '',
  ].join('\n');
}

/** A file for each question, with the kind of decision as its first column. */
function csvOf({ parts, refusals }: ReportModel): Readonly<Record<string, string>> {
  const files: Record<string, unknown[][]> = {};
  for (const { kind, tables } of parts)
    for (const { id, columns, rows } of tables) {
      files[`${id}.csv`] ??= [['Decision', ...columns.map(({ name }) => name)]];
      for (const { cells, formats } of rows)
        files[`${id}.csv`]?.push([
          kind,
          ...columns.map(({ format }, at) => plain(cells[at], formats?.[at] ?? format)),
        ]);
    }
  if (refusals !== undefined)
    files[`${refusals.id}.csv`] = [
      refusals.columns.map(({ name }) => name),
      ...refusals.rows.map(({ cells }) => [...cells]),
    ];
  return Object.fromEntries(
    Object.entries(files).map(([name, rows]) => [name, stringify(rows, { escape_formulas: true })]),
  );
}

const inHundredths: readonly string[] = ['rate', 'rateChange', 'usd', 'usdChange'];

/** Numbers for a spreadsheet: rounded to what is exact, and without signs of their unit. */
function plain(value: string | number | undefined, format: string): string | number {
  if (typeof value !== 'number') return value ?? '';
  return Number((inHundredths.includes(format) ? value / 100 : value).toFixed(4));
}
