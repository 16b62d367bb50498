// A document as plain text, for a terminal.
import { type Block, type DocumentModel, runsOf, type Text } from '../pdf/document-model.ts';

export function documentText(document: DocumentModel): string {
  return [document.title.toUpperCase(), ...document.blocks.map(blockText)].join('\n\n');
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? `## ${block.text}` : `### ${block.text}`;
    case 'paragraph':
      return plain(block.text);
    case 'lines':
      return block.lines.join('\n');
    case 'list':
      return block.items
        .map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${plain(item)}`)
        .join('\n');
    case 'definitions':
      return block.items
        .map(({ term, details, graph }) =>
          [`${term}: ${details.map(plain).join(', ')}`, ...(graph ? [blockText(graph)] : [])].join('\n'),
        )
        .join('\n');
    case 'table':
      return [block.columns.map((column) => column.header), ...block.rows]
        .map((row) => row.map(plain).join(' | '))
        .join('\n');
    case 'box':
      return block.figures
        .map(({ label, value, explanation }) => `${label}: ${value}${explanation ? ` (${explanation})` : ''}`)
        .join('\n');
    case 'bars':
      return block.bars.map(({ label, percent }) => `${label}: ${percent}%`).join('\n');
    case 'page-break':
      return '';
    case 'signature':
      return `${block.label}: ________________`;
  }
}

const plain = (text: Text) =>
  runsOf(text)
    .map((run) => run.text)
    .join('');
