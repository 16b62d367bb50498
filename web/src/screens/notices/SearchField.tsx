// A search field that belongs to no form. It preserves what was typed before hydration.
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import styles from '../../forms/Field.module.css';
import { classes } from '../../ui/class-names.ts';
import own from './SearchField.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly onSearch: (typed: string) => void;
}

export function SearchField({ label, onSearch }: SearchFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const searchEarlyText = useEffectEvent(() => onSearch(field.current?.value ?? ''));
  useEffect(() => searchEarlyText(), []);
  return (
    <search className={classes(styles.field, styles.full, own.search)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        className={styles.control}
        autoComplete="off"
        onInput={(event) => onSearch(event.currentTarget.value)}
      />
    </search>
  );
}
