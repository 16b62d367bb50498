// The alert rules and the dashboard measure only what the product has.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../server/src/platform/metrics.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const series = new Map<string, ReadonlySet<string>>();
for (const metric of createMetrics().registry.getMetricsAsArray()) {
  const { name, labelNames = [] } = metric as unknown as { name: string; labelNames?: readonly string[] };
  const isHistogram = String(metric.type) === 'histogram';
  const labels = new Set([...labelNames, 'instance', 'job', ...(isHistogram ? ['le'] : [])]);
  for (const suffix of isHistogram ? ['_bucket', '_sum', '_count'] : [''])
    series.set(`${name}${suffix}`, labels);
}

/** Every metric that an expression names must exist, and have the labels that it is selected or grouped by. */
function mustHold(expression: string): void {
  const named = [...expression.matchAll(/\b(branchline_\w+)(?:\{([^}]*)\})?/g)];
  const others = expression.match(/\bup\{job="branchline"\}/);
  expect(named.length + (others ? 1 : 0), expression).toBeGreaterThan(0);
  for (const [, name = '', selector = ''] of named) {
    expect(series.has(name), `${name} in ${expression}`).toBe(true);
    for (const [, label = ''] of selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
      expect(series.get(name)?.has(label), `${label} of ${name}`).toBe(true);
  }
  const first = series.get(named[0]?.[1] ?? '');
  for (const [, labels = ''] of expression.matchAll(/\bby \(([^)]*)\)/g)) {
    for (const label of labels.split(','))
      expect(first?.has(label.trim()), `${label} in ${expression}`).toBe(true);
  }
}

describe('the alert rules', () => {
  const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
    groups: {
      rules: {
        alert: string;
        expr: string;
        labels: { severity: string };
        annotations: { summary: string; action: string };
      }[];
    }[];
  };
  const rules = groups.flatMap((group) => group.rules);

  it.each(
    rules.map((rule) => [rule.alert, rule] as const),
  )('%s asks for what the product measures', (_, rule) => {
    mustHold(rule.expr);
    expect(['page', 'ticket']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/\S/);
    expect(rule.annotations.action).toMatch(/\S/);
  });

  it('fire when a count stopped because every process that counts is gone', () => {
    const compared = rules.filter(({ expr }) => /increase\([^)]*\)\)?[^<>=]*== 0$/.test(expr.trim()));
    expect(compared.map(({ alert }) => alert)).toEqual(['BranchlineNoticesStopped']);
    for (const { expr } of compared) expect(expr).toMatch(/^\(sum\(increase\(.*\) or vector\(0\)\) == 0$/);
  });

  it('quote log lines that the product writes', () => {
    const quoted = rules.flatMap(({ annotations }) => [
      ...annotations.action.matchAll(/log(?: line| for)? "([^"]+)"/g),
    ]);
    const sources = readdirSync(join(root, 'server/src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => read(join('server/src', file)))
      .join('\n');
    expect(quoted.length).toBeGreaterThan(3);
    for (const [, line = ''] of quoted) expect(sources, line).toContain(`'${line}`);
  });
});

describe('the dashboard', () => {
  interface Panel {
    readonly id: number;
    readonly type: string;
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }
  const { panels } = JSON.parse(read('deploy/grafana/branchline.json')) as { panels: readonly Panel[] };

  it.each(
    panels.filter(({ type }) => type !== 'row').map((panel) => [panel.title, panel] as const),
  )('%s asks for what the product measures', (_, panel) => {
    expect(panel.targets?.length).toBeGreaterThan(0);
    for (const { expr } of panel.targets ?? []) mustHold(expr);
  });

  it('shows every metric that is ours', () => {
    const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
    const ours = [...series.keys()]
      .filter((name) => !/branchline_(?:nodejs|process)_/.test(name))
      .map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
    for (const name of new Set(ours)) expect(shown, name).toContain(name);
  });
});
