// A search field that belongs to no form. It keeps what was typed before the page was alive.
import { useEffect, useId, useRef } from 'react';
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
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => latest.current(field.current?.value ?? ''), []);
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
