import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/class-names.ts';
import { Hidden } from '../../../ui/Page.tsx';
import { uploadText as words } from '../../../wording/uploads.ts';
import styles from './Documents.module.css';

interface FileLineProps {
  readonly name: string;
  readonly state: string;
  readonly type?: string;
  readonly thumbnail?: string | undefined;
  readonly isError?: boolean;
  /** From 0 to 1, during the upload. */
  readonly progress?: number;
  readonly onRemove: () => void;
  readonly onAgain?: () => void;
}

export function FileLine({
  name,
  state,
  type,
  thumbnail,
  isError,
  progress,
  onRemove,
  onAgain,
}: FileLineProps) {
  return (
    <li className={styles.line}>
      <span className={styles.picture} aria-hidden="true">
        {thumbnail ? <img src={thumbnail} alt="" /> : <Paper isPdf={type === 'application/pdf'} />}
      </span>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={classes(styles.state, isError && styles.error)} role={isError ? 'alert' : 'status'}>
          {state}
        </span>
        {progress !== undefined && <progress max={1} value={progress} aria-label={name} />}
      </span>
      <span className={styles.buttons}>
        {onAgain && (
          <Button kind="quiet" compact onClick={onAgain}>
            {words.again}
          </Button>
        )}
        <Button kind="quiet" compact onClick={onRemove}>
          <span aria-hidden="true">{words.remove}</span>
          <Hidden>{words.removing(name)}</Hidden>
        </Button>
      </span>
    </li>
  );
}

function Paper({ isPdf }: { readonly isPdf: boolean }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <path d="M6 3h8l4 4v14H6z" />
      <path d={isPdf ? 'M9 12h6M9 15h6M9 18h4' : 'm7.500 18 3.500-5 2.500 3 1.500-2 2.500 4'} />
    </svg>
  );
}
