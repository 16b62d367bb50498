// The plots of a replay's report, drawn as SVG without a browser. ECharts is loaded by the report alone.
import type { ReportPlot } from '../wording/report-cells.ts';

const colors = { ink: '#1C2421', soft: '#5B655F', line: '#E4DED2', before: '#C9BFA9', after: '#0F4C3A' };
const font = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';
const width = 1000;

/** One SVG for each plot, as text. The same plots always give the same text. */
export async function drawPlots(
  plots: readonly ReportPlot[],
  sides: readonly [string, string],
): Promise<readonly string[]> {
  if (plots.length === 0) return [];
  const [core, { BarChart }, { GridComponent, LegendComponent }, { SVGRenderer }] = await Promise.all([
    import('echarts/core.js'),
    import('echarts/charts.js'),
    import('echarts/components.js'),
    import('echarts/renderers.js'),
  ]);
  core.use([BarChart, GridComponent, LegendComponent, SVGRenderer]);
  return plots.map((plot, at) => {
    const height = plot.isHorizontal ? 70 + plot.names.length * 44 : 300;
    const chart = core.init(null, null, { renderer: 'svg', ssr: true, width, height });
    chart.setOption(optionOf(plot, sides));
    const svg = chart.renderToSVGString();
    chart.dispose();
    // The library counts the plots of a process in the ids that it gives.
    return svg.replaceAll(/zr\d+-/g, `plot${at}-`);
  });
}

function optionOf(plot: ReportPlot, sides: readonly [string, string]) {
  const { isHorizontal, names, format } = plot;
  const written = (value: number) =>
    format === 'share' ? `${Math.round(value * 100)}%` : value.toLocaleString('en-US');
  const categories = {
    type: 'category' as const,
    data: [...names],
    inverse: isHorizontal,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: colors.soft } },
    axisLabel: {
      color: colors.ink,
      fontSize: 14,
      fontFamily: font,
      ...(isHorizontal && { width: 380, overflow: 'break' as const }),
    },
  };
  const values = {
    type: 'value' as const,
    splitLine: { lineStyle: { color: colors.line } },
    axisLabel: { color: colors.soft, fontSize: 13, fontFamily: font, formatter: written },
    ...(format === 'share' ? { max: 1 } : { minInterval: 1 }),
  };
  const series = (name: string, data: readonly number[], color: string) => ({
    type: 'bar' as const,
    name,
    data: [...data],
    itemStyle: { color, borderRadius: isHorizontal ? [0, 2, 2, 0] : [2, 2, 0, 0] },
    barGap: '10%',
    barMaxWidth: 26,
    label: {
      show: names.length <= 8,
      position: isHorizontal ? ('right' as const) : ('top' as const),
      formatter: ({ value }: { value?: unknown }) => written(Number(value)),
      color: colors.ink,
      fontSize: 12,
      fontFamily: font,
    },
  });
  return {
    animation: false,
    backgroundColor: 'transparent',
    legend: {
      top: 0,
      left: 0,
      itemGap: 20,
      itemWidth: 14,
      itemHeight: 14,
      textStyle: { color: colors.ink, fontSize: 14, fontFamily: font },
    },
    grid: isHorizontal
      ? { top: 44, left: 400, right: 56, bottom: 28, outerBoundsMode: 'none' as const }
      : { top: 44, left: 8, right: 8, bottom: 8, outerBoundsMode: 'same' as const },
    xAxis: isHorizontal ? values : categories,
    yAxis: isHorizontal ? categories : values,
    series: [series(sides[0], plot.before, colors.before), series(sides[1], plot.after, colors.after)],
  };
}
