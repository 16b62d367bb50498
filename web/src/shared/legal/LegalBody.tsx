import type { ContentsItem } from '../../ui/Contents.tsx';
import styles from './LegalBody.module.css';
import type { LegalText } from './legal-texts.ts';

export function LegalBody({ text, level }: { readonly text: LegalText; readonly level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return text.body.map((block, index) => {
    const key = `${index}`;
    if ('heading' in block)
      return (
        <Heading key={key} id={idOf(index)} tabIndex={-1} className={styles.heading}>
          {block.heading}
        </Heading>
      );
    if ('paragraph' in block) return <p key={key}>{block.paragraph}</p>;
    return (
      <ul key={key}>
        {block.list.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    );
  });
}

export const headingsOf = (text: LegalText): readonly ContentsItem[] =>
  text.body.flatMap((block, index) =>
    'heading' in block ? [{ id: idOf(index), title: block.heading }] : [],
  );

const idOf = (index: number) => `section-${index}`;
