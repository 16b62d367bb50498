// A document as JSON, so that PDF and HTML have the same text. It is stored: renamed properties can't be read later.
import type { Colors } from '#lender/palette.ts';

export type Text = string | readonly (string | { readonly strong: string } | { readonly italic: string })[];

/** One figure of a box, such as the annual percentage rate with its label and explanation. */
export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly explanation?: string;
  /** More conspicuous than the rest of the box. Saved documents use this spelling. */
  readonly emphasised?: boolean;
}

export interface Column {
  readonly header: string;
  readonly align?: 'start' | 'center' | 'end';
  /** Relative width; 1 by default. */
  readonly share?: number;
}

/** The emphasized bar is the reader's own. */
export interface BarGraph {
  readonly kind: 'bars';
  readonly caption: string;
  readonly axis?: string;
  readonly bars: readonly {
    readonly label: string;
    readonly percent: number;
    readonly emphasized?: boolean;
  }[];
}

export type Block =
  /** Level 1 is the document's title. */
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: Text }
  /** Lines with fixed breaks, such as a postal address. */
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | {
      readonly kind: 'list';
      readonly items: readonly Text[];
      readonly ordered?: boolean;
      /** Named where a record of what was sent reads it again. */
      readonly part?: 'reasons';
    }
  | {
      readonly kind: 'definitions';
      readonly items: readonly {
        readonly term: string;
        /** An empty one is an empty line. */
        readonly details: readonly Text[];
        /** Of a framed part: below the details. */
        readonly graph?: BarGraph;
      }[];
      /** A part of a printed form, in frames below a bar with its title. An item with an empty term takes the whole width. */
      readonly framed?: boolean;
      /** Of a framed part: the terms are white on the color of the bars. */
      readonly inverse?: boolean;
      /** Of a framed part: the terms are on a light shade. */
      readonly shaded?: boolean;
      /** Of a framed part, in place of a heading of level 2. */
      readonly title?: string;
    }
  | {
      readonly kind: 'table';
      /** Names the table for screen readers. */
      readonly caption: string;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly Text[])[];
      /** The first cell of each row is its header. */
      readonly rowHeaders?: boolean;
      /** Less space between rows, for long tables. */
      readonly dense?: boolean;
      /** Every cell has a frame, as in a printed form, and the column headers are white on the color of its bars. */
      readonly framed?: boolean;
    }
  | { readonly kind: 'box'; readonly title?: string; readonly figures: readonly Figure[] }
  | BarGraph
  | { readonly kind: 'page-break' }
  | {
      readonly kind: 'signature';
      readonly label: string;
      readonly date?: { readonly label: string };
      /** The signer and the day, as text, once signed. */
      readonly signed?: { readonly name: string; readonly date: string };
    };

export type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

/** Where the PDF is signed or dated, in points from the upper left corner of a page. Pages count from 1. */
export interface Place {
  readonly field: 'signature' | 'date';
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

export interface DocumentModel {
  readonly title: string;
  readonly language: 'en-US';
  /** The PDF's subject metadata. */
  readonly subject: string;
  readonly sender: {
    readonly name: string;
    readonly legalName: string;
    readonly lines: readonly string[];
    /** Documents that were saved before this have none, or whole paths. A document outlives the files, which may be gone. */
    readonly look?: { readonly colors: Colors; readonly icon: string; readonly face?: string };
  };
  /** The name and address, where a window envelope shows them. Documents that are never mailed have none. */
  readonly recipient?: readonly string[];
  /** A form that an agency published: it has no letterhead, and its label and last revision are beside the title. */
  readonly form?: { readonly label: string; readonly revised: string };
  /** Of a form that names who provides it above its title, in one frame with it. */
  readonly provider?: string;
  /** The version of the lender's template that it was rendered from. */
  readonly wording?: { readonly template: string; readonly version: number; readonly sha256: string };
  /** Printed at the foot of every page, so that a loose page can be matched to its document. */
  readonly reference: string;
  /** ISO instant. It is part of the PDF, so that the same document renders to the same file. */
  readonly madeAt: string;
  readonly blocks: readonly Block[];
}

export interface Run {
  readonly text: string;
  readonly strong: boolean;
  readonly italic: boolean;
}

export function runsOf(text: Text): readonly Run[] {
  const parts = typeof text === 'string' ? [text] : text;
  return parts.map((part) => {
    if (typeof part === 'string') return { text: part, strong: false, italic: false };
    return 'strong' in part
      ? { text: part.strong, strong: true, italic: false }
      : { text: part.italic, strong: false, italic: true };
  });
}

/** What matches a loose page to its document, and to the version of its wording. */
export const footOf = ({ sender, reference, wording }: DocumentModel): string =>
  [
    sender.legalName,
    reference,
    ...(wording === undefined ? [] : [`Form ${wording.template}.${wording.version}`]),
  ].join(' · ');

/** The text at a bar, in lines. */
export const barValue = (percent: number, isReaders: boolean): readonly string[] =>
  isReaders ? [`${percent}%`, 'your score'] : [`${percent}%`];
