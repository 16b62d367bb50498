// The lender's legal texts, each fetched when it is first read. A text has versions; the latest that is in effect is shown.
import { type FillableText, fillText } from '#lender/public/fill-text.ts';
import { facts } from '../../wording/facts.ts';
import { brand } from '../../wording/lender.ts';

export interface LegalText extends FillableText {
  /** ISO date. */
  readonly effective: string;
}

const files = import.meta.glob<{ readonly default: LegalText }>('#lender/public/texts/*.json');

export const legalTextIds: readonly string[] = [
  ...new Set(Object.keys(files).map((path) => /\/([^/.]+)\.\d+\.json$/.exec(path)?.[1] ?? '')),
];

/** The text with the lender's names filled in; undefined when there is no such text. `today` is an ISO date. */
export async function loadLegalText(id: string, today: string): Promise<LegalText | undefined> {
  for (const load of versionsOf(id)) {
    const { default: text } = await load();
    if (text.effective > today) continue;
    const filled = fillText(text, brand, { ...facts });
    return 'text' in filled ? filled.text : text;
  }
  return undefined;
}

/** Latest first. */
function versionsOf(id: string) {
  return Object.entries(files)
    .flatMap(([path, load]) => {
      const [, name, version] = /\/([^/.]+)\.(\d+)\.json$/.exec(path) ?? [];
      return name === id ? [{ version: Number(version), load }] : [];
    })
    .sort((a, b) => b.version - a.version)
    .map(({ load }) => load);
}
