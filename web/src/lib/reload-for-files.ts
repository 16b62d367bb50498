// A new release removes the files of the one before it, so a page that misses one reloads, once.

interface Browser {
  /** Its state stores the note, which the landing page does not clear. */
  readonly history: Pick<History, 'state' | 'replaceState'>;
  /** Rejects if the server can't be reached. */
  readonly isReachable: () => Promise<unknown>;
  readonly reload: () => void;
  /** Hides the page until it is clear whether it reloads: what failed would flash before that. */
  readonly hide: (isHidden: boolean) => void;
}

/** Without a connection the page stays: a reload would leave the browser's own error page in its place. */
export async function reloadForFiles({ history, isReachable, reload, hide }: Browser): Promise<void> {
  if (history.state?.reloadedForFiles) return;
  hide(true);
  try {
    await isReachable();
  } catch {
    hide(false);
    return;
  }
  // Meanwhile, the page may have begun to leave for another one.
  if (history.state?.reloadedForFiles) return;
  history.replaceState({ ...history.state, reloadedForFiles: true }, '');
  reload();
}
