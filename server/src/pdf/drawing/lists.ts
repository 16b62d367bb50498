// Draws lists: items behind bullets or numbers, and terms with what belongs to them.
import type { BlockOf } from '../paper.ts';
import { apart } from './lines.ts';
import type { Sheet } from './sheet.ts';
import { page, space, styles, width } from './styles.ts';

const indent = 16;

export function drawList(sheet: Sheet, { items, ordered }: BlockOf<'list'>): void {
  const list = sheet.child(sheet.root, 'L', { ListNumbering: ordered === true ? 'Decimal' : 'Disc' });
  items.forEach((item, index) => {
    const lines = sheet.lines(item, styles.body, width - indent);
    sheet.need(Math.min(lines.length, 3) * styles.body.leading);
    const element = sheet.child(list, 'LI');
    const label = sheet.lines(ordered === true ? `${index + 1}.` : '•', styles.body, indent);
    sheet.child(element, 'Lbl').add(() => sheet.put(label[0] ?? [], page.left + 2, sheet.y, styles.body));
    sheet.paragraph(element, 'LBody', lines, styles.body, page.left + indent);
    sheet.y += space.item;
  });
  sheet.y -= space.item;
}

export function drawDefinitions(sheet: Sheet, { items }: BlockOf<'definitions'>): void {
  const list = sheet.child(sheet.root, 'L', { ListNumbering: 'None' });
  const column = 150;
  const rows = items.map(({ term, details }) => {
    const terms = sheet.lines(term, styles.strong, column - 12);
    const lines = apart(details).flatMap((line) => sheet.lines(line, styles.body, width - column));
    return { terms, lines, height: Math.max(terms.length, lines.length) * styles.body.leading };
  });
  // Few of them, such as whom to write to and call, stay together.
  const whole = rows.reduce((sum, row) => sum + row.height + space.item, -space.item);
  if (whole < 120) sheet.need(whole);
  for (const { terms, lines, height } of rows) {
    sheet.need(height);
    const element = sheet.child(list, 'LI');
    const top = sheet.y;
    sheet.child(element, 'Lbl').add(() => sheet.putLines(terms, page.left, top, styles.strong));
    sheet.child(element, 'LBody').add(() => sheet.putLines(lines, page.left + column, top, styles.body));
    sheet.y = top + height + space.item;
  }
  sheet.y -= space.item;
}
