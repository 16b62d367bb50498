// Draws a graph of upright bars: a list of ranges and values for screen readers, with the bars as decoration.
import { type BarGraph, barValue } from '../document-model.ts';
import { type Line, widthOfLine } from './lines.ts';
import type { Sheet, Structure } from './sheet.ts';
import { page, space, styles, width } from './styles.ts';

/** The height of the highest value of the scale, in points. */
const plotHeight = 100;
const scaleWidth = 24;
const { leading } = styles.body;

function layBars(sheet: Sheet, { bars }: BarGraph, room: number) {
  const columnWidth = (room - scaleWidth) / bars.length;
  const highest = Math.max(1, ...bars.map(({ percent }) => percent));
  const step = highest > 50 ? 20 : 10;
  // In percent.
  const scale = Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => index * step);
  const columns = bars.map(({ label, percent, emphasized: isOwn = false }) => {
    const style = isOwn ? styles.strong : styles.body;
    return {
      values: sheet.fixedLines(barValue(percent, isOwn), style, columnWidth - 2),
      labels: sheet.lines(label, style, columnWidth - 2),
      height: (plotHeight * percent) / (scale.at(-1) ?? 1),
      isOwn,
    };
  });
  const labelHeight = Math.max(...columns.map(({ labels }) => labels.length)) * leading;
  const tops = columns.map(({ height, values }) => height + values.length * leading);
  // From the top of the graph; a value may be above the scale.
  const footAt = styles.label.leading + space.item + Math.max(plotHeight + styles.small.leading / 2, ...tops);
  return { columns, columnWidth, scale, labelHeight, footAt };
}

export function barsHeight(sheet: Sheet, block: BarGraph, room: number = width): number {
  const { footAt, labelHeight } = layBars(sheet, block, room);
  return footAt + space.item + labelHeight + (block.axis === undefined ? 0 : styles.label.leading);
}

/** In the cell of a form, or over the page's width. */
export function drawBars(
  sheet: Sheet,
  block: BarGraph,
  { parent, left, room }: { parent: Structure; left: number; room: number } = {
    ...{ parent: sheet.root, left: page.left, room: width },
  },
): void {
  sheet.ensureSpace(barsHeight(sheet, block, room));
  const { columns, columnWidth, scale, labelHeight, footAt } = layBars(sheet, block, room);
  const list = sheet.addList(parent, 'None');
  const caption = sheet.lines(block.caption, styles.label, room);
  sheet.addLines(list, 'Caption', caption, left, sheet.y, styles.label);
  const foot = sheet.y + footAt;
  const axisAt = left + scaleWidth;
  sheet.drawArtifact(() => {
    sheet.stroke(axisAt, foot, left + room, foot, 0.5, 'ink');
    sheet.stroke(axisAt, foot, axisAt, foot - plotHeight, 0.5, 'ink');
    for (const [index, percent] of scale.entries()) {
      const y = foot - (plotHeight * index) / (scale.length - 1);
      sheet.stroke(axisAt - 3, y, axisAt, y, 0.5, 'ink');
      const [mark = []] = sheet.lines(`${percent}%`, styles.small, scaleWidth);
      sheet.drawLine(mark, axisAt - 5 - widthOfLine(mark), y - styles.small.leading / 2, styles.small);
    }
  });
  for (const [index, { values, labels, height, isOwn }] of columns.entries()) {
    const style = isOwn ? styles.strong : styles.body;
    const middle = axisAt + (index + 0.5) * columnWidth;
    const centered = (lines: readonly Line[], top: number) => {
      for (const [at, line] of lines.entries())
        sheet.drawLine(line, middle - widthOfLine(line) / 2, top + at * leading, style);
    };
    const wide = columnWidth * 0.64;
    sheet.drawArtifact(() => {
      sheet.doc
        .rect(middle - wide / 2, foot - height, wide, height)
        .fill(sheet.colors[isOwn ? 'spruce' : 'line']);
    });
    const element = sheet.addElement(list, 'LI');
    sheet.addElement(element, 'Lbl').add(() => centered(labels, foot + space.item));
    sheet.addElement(element, 'LBody').add(() => centered(values, foot - height - values.length * leading));
  }
  sheet.y = foot + space.item + labelHeight;
  if (block.axis === undefined) return;
  const [axis = []] = sheet.lines(block.axis, styles.label, room);
  const start = axisAt + (room - scaleWidth - widthOfLine(axis)) / 2;
  sheet.addElement(parent, 'P').add(() => sheet.drawLine(axis, start, sheet.y, styles.label));
  sheet.y += styles.label.leading;
}
