// A document as what it says, before it is drawn: one value that becomes the PDF and the page to read, so that both
// say the same. It is plain JSON and can be kept.

/** Words, some of them strong. */
export type Text = string | readonly (string | { readonly strong: string })[];

/** One amount of a box, such as the annual percentage rate with what it is and how much it is. */
export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly explanation?: string;
  /** More conspicuous than everything else in the box. */
  readonly emphasised?: boolean;
}

export interface Column {
  readonly header: string;
  readonly align?: 'start' | 'end';
  /** Its share of the width beside the other columns' shares; 1 where left out. */
  readonly share?: number;
}

export type Block =
  /** The title is the document's one first-level heading. */
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: Text }
  /** Lines that stay lines, such as a postal address. */
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly Text[]; readonly ordered?: boolean }
  | {
      readonly kind: 'definitions';
      readonly items: readonly { readonly term: string; readonly details: readonly string[] }[];
    }
  | {
      readonly kind: 'table';
      /** Names the table to whoever does not see it. */
      readonly caption: string;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly string[])[];
      /** Each row's first cell is its header. */
      readonly rowHeaders?: boolean;
      /** Closer rows, for a table of many. */
      readonly dense?: boolean;
    }
  | { readonly kind: 'box'; readonly title?: string; readonly figures: readonly Figure[] }
  | { readonly kind: 'page-break' }
  /** Where a person signs. The anchor is what the signing service looks for; it is in the PDF's text and not to be seen. */
  | {
      readonly kind: 'signature';
      readonly anchor: string;
      readonly label: string;
      readonly date?: { readonly anchor: string; readonly label: string };
    };

export type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

export interface Paper {
  readonly title: string;
  readonly language: 'en-US';
  /** What the document is about, for those who catalogue it. */
  readonly subject: string;
  readonly sender: { readonly name: string; readonly legalName: string; readonly lines: readonly string[] };
  /** At the foot of every page, so that a lost page finds its letter. */
  readonly reference: string;
  /** An instant; part of the PDF, so that the same paper is the same file. */
  readonly madeAt: string;
  readonly blocks: readonly Block[];
}

export interface Run {
  readonly text: string;
  readonly strong: boolean;
}

export function runsOf(text: Text): readonly Run[] {
  const parts = typeof text === 'string' ? [text] : text;
  return parts.map((part) =>
    typeof part === 'string' ? { text: part, strong: false } : { text: part.strong, strong: true },
  );
}
