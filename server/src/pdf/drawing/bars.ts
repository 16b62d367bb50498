// Draws a bar graph: a table for screen readers, with a bar beside each row as decoration.
import { type BlockOf, barValue } from '../document-model.ts';
import type { Sheet } from './sheet.ts';
import { colors, page, space, styles, width } from './styles.ts';

const labelWidth = 90;
const valueWidth = 150;
const rowHeight = styles.body.leading + space.item;

export const barsHeight = ({ bars }: BlockOf<'bars'>): number =>
  styles.label.leading + space.item + bars.length * rowHeight;

export function drawBars(sheet: Sheet, block: BlockOf<'bars'>): void {
  sheet.ensureSpace(barsHeight(block));
  const list = sheet.addList(sheet.root, 'None');
  const caption = sheet.lines(block.caption, styles.label, width);
  sheet.addElement(list, 'Caption').add(() => sheet.drawLines(caption, page.left, sheet.y, styles.label));
  sheet.y += styles.label.leading + space.item;
  const room = width - labelWidth - valueWidth;
  const longest = Math.max(1, ...block.bars.map(({ percent }) => percent));
  for (const { label, percent, emphasized = false } of block.bars) {
    const style = emphasized ? styles.strong : styles.body;
    const top = sheet.y;
    const long = (room * percent) / longest;
    const element = sheet.addElement(list, 'LI');
    const labels = sheet.lines(label, style, labelWidth);
    sheet.addElement(element, 'Lbl').add(() => sheet.drawLines(labels, page.left, top, style));
    sheet.drawArtifact(() => {
      sheet.doc
        .rect(page.left + labelWidth, top + 2, long, styles.body.leading - 4)
        .fill(emphasized ? colors.spruce : colors.line);
    });
    const value = sheet.lines(barValue(percent, emphasized), style, valueWidth);
    sheet
      .addElement(element, 'LBody')
      .add(() => sheet.drawLines(value, page.left + labelWidth + long + 6, top, style));
    sheet.y = top + rowHeight;
  }
}
