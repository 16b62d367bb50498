// Scripts that the harness puts into every page, and the console messages that the harness itself causes.
/** Notes, in the page, every change of the address that the screen did not follow in the same task. */
export function watchAddress(): void {
  const late: string[] = [];
  Object.assign(window, { addressesBeforeTheirScreens: late });
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name];
    history[name] = (...values) => {
      const { pathname } = location;
      const [heading, focused] = [document.querySelector('h1'), document.activeElement];
      change.apply(history, values);
      // A token that is taken out of the address, or replaced by dashes, leaves the screen as it is.
      if (pathname.startsWith(location.pathname.replace(/(\/-)+$/, ''))) return;
      const { port1, port2 } = new MessageChannel();
      port2.onmessage = () => {
        const now = document.activeElement;
        // A page that is still loading has no screen to follow.
        const hasMovedFocus = now !== focused && now !== document.body;
        const followed = !heading?.isConnected || hasMovedFocus;
        if (!followed) late.push(`${location.pathname} while the page still was ${document.title}`);
      };
      port1.postMessage(null);
    };
  }
}

export function refusePrivacyQuestion(): void {
  try {
    const until = '2999-01-01T00:00:00Z';
    if (localStorage.getItem('branchline.privacy') === null)
      localStorage.setItem('branchline.privacy', JSON.stringify({ until }));
  } catch {
    // A page without storage, such as a vendor's frame.
  }
}

/** A trace with snapshots puts a script into every frame, also into the sandboxed ones that show emails. */
export const tracesOwn = process.env.TRACE_SNAPSHOTS
  ? /^console error: Blocked script execution in 'about:srcdoc'/
  : /^$/;
