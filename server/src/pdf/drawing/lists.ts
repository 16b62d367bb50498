// Draws lists: bulleted or numbered items, and terms with their definitions.
import type { BlockOf } from '../document-model.ts';
import type { Sheet } from './sheet.ts';
import { page, space, styles, width } from './styles.ts';

const indent = 16;

export function drawList(sheet: Sheet, { items, ordered }: BlockOf<'list'>): void {
  const list = sheet.addList(sheet.root, ordered === true ? 'Decimal' : 'Disc');
  items.forEach((item, index) => {
    const lines = sheet.lines(item, styles.body, width - indent);
    sheet.ensureSpace(Math.min(lines.length, 3) * styles.body.leading);
    const element = sheet.addElement(list, 'LI');
    const label = sheet.lines(ordered === true ? `${index + 1}.` : '•', styles.body, indent);
    sheet.addLines(element, 'Lbl', label.slice(0, 1), page.left + 2, sheet.y, styles.body);
    sheet.paragraph(element, 'LBody', lines, styles.body, page.left + indent);
    sheet.y += space.item;
  });
  sheet.y -= space.item;
}

export function drawDefinitions(sheet: Sheet, { items }: BlockOf<'definitions'>): void {
  const list = sheet.addList(sheet.root, 'None');
  const column = 150;
  const rows = items.map(({ term, details }) => {
    const terms = sheet.lines(term, styles.strong, column - 12);
    const lines = sheet.fixedLines(details, styles.body, width - column);
    return { terms, lines, height: Math.max(terms.length, lines.length) * styles.body.leading };
  });
  // A short list, such as contact details, is kept on one page.
  const whole = rows.reduce((sum, row) => sum + row.height + space.item, -space.item);
  if (whole < 120) sheet.ensureSpace(whole);
  for (const { terms, lines, height } of rows) {
    sheet.ensureSpace(height);
    const element = sheet.addElement(list, 'LI');
    const top = sheet.y;
    sheet.addLines(element, 'Lbl', terms, page.left, top, styles.strong);
    sheet.addLines(element, 'LBody', lines, page.left + column, top, styles.body);
    sheet.y = top + height + space.item;
  }
  sheet.y -= space.item;
}
