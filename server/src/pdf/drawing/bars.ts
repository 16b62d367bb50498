// Draws a bar graph: a table for screen readers, with a bar beside each row as decoration.
import { type BarGraph, barValue } from '../document-model.ts';
import type { Sheet, Structure } from './sheet.ts';
import { colors, page, space, styles, width } from './styles.ts';

const labelWidth = 72;
const valueWidth = 100;
const rowHeight = styles.body.leading + space.item;

export const barsHeight = ({ bars }: BarGraph): number =>
  styles.label.leading + space.item + bars.length * rowHeight;

/** In the cell of a form, or over the page's width. */
export function drawBars(
  sheet: Sheet,
  block: BarGraph,
  { parent, left, room }: { parent: Structure; left: number; room: number } = {
    ...{ parent: sheet.root, left: page.left, room: width },
  },
): void {
  sheet.ensureSpace(barsHeight(block));
  const list = sheet.addList(parent, 'None');
  const caption = sheet.lines(block.caption, styles.label, room);
  sheet.addElement(list, 'Caption').add(() => sheet.drawLines(caption, left, sheet.y, styles.label));
  sheet.y += styles.label.leading + space.item;
  const longest = Math.max(1, ...block.bars.map(({ percent }) => percent));
  for (const { label, percent, emphasized = false } of block.bars) {
    const style = emphasized ? styles.strong : styles.body;
    const top = sheet.y;
    const long = ((room - labelWidth - valueWidth) * percent) / longest;
    const element = sheet.addElement(list, 'LI');
    const labels = sheet.lines(label, style, labelWidth);
    sheet.addElement(element, 'Lbl').add(() => sheet.drawLines(labels, left, top, style));
    sheet.drawArtifact(() => {
      sheet.doc
        .rect(left + labelWidth, top + 2, long, styles.body.leading - 4)
        .fill(emphasized ? colors.spruce : colors.line);
    });
    const value = sheet.lines(barValue(percent, emphasized), style, valueWidth);
    sheet
      .addElement(element, 'LBody')
      .add(() => sheet.drawLines(value, left + labelWidth + long + 6, top, style));
    sheet.y = top + rowHeight;
  }
}
