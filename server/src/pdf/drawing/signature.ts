// Draws the lines that a person signs on.
import type { BlockOf, Place } from '../document-model.ts';
import type { Sheet } from './sheet.ts';
import { page, styles, width } from './styles.ts';

/** The signing service's stamp is 44 points high and sits slightly above the line. This leaves it room on all sides. */
export const signatureHeight = 64;
/** A date's text is lower than a signature. */
const dateHeight = 16;

/** Returns where the signing service puts signature and date. */
export function drawSignature(sheet: Sheet, { label, date, signed }: BlockOf<'signature'>): readonly Place[] {
  sheet.ensureSpace(signatureHeight);
  const line = sheet.y + signatureHeight - styles.small.leading - 6;
  const fields = [
    { field: 'signature', label, x: page.left, y: sheet.y, width: date ? 300 : width, filled: signed?.name },
    ...(date
      ? [
          {
            ...{ field: 'date' as const, label: date.label, filled: signed?.date },
            ...{ x: page.left + 324, y: line - dateHeight, width: width - 324 },
          },
        ]
      : []),
  ] as const;
  const places: Place[] = [];
  for (const { field, label: text, x, y, width: room, filled } of fields) {
    sheet.drawArtifact(() => sheet.stroke(x, line, x + room, line, 0.75, 'ink'));
    if (filled === undefined) places.push({ field, page: sheet.pages, x, y: Math.round(y) });
    else drawFilled(sheet, filled, { x, width: room }, line);
    const lines = sheet.lines(text, styles.small, room);
    sheet.addLines(sheet.root, 'P', lines, x, line + 4, styles.small);
  }
  sheet.y += signatureHeight;
  return places;
}

/** Writes on the line, as large as it fits. */
function drawFilled(
  sheet: Sheet,
  text: string,
  { x, width: room }: { readonly x: number; readonly width: number },
  line: number,
): void {
  const { title } = styles;
  const size = Math.min(title.size, (title.size * room) / sheet.measure(text, title));
  const style = { ...title, size, leading: size * 1.2 };
  const lines = sheet.lines(text, style, room);
  sheet.addLines(sheet.root, 'P', lines, x, line - style.leading - 2, style);
}
