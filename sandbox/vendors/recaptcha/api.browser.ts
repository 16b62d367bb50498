// The script a page loads first. Like the real one, it only queues `ready` callbacks and loads the release, a second script, which
// the page's CSP must allow as well.
(() => {
  const global = window as unknown as {
    grecaptcha?: object;
    ___grecaptcha_cfg?: { fns: (() => void)[] };
  };
  const config = { fns: [] as (() => void)[] };
  global.___grecaptcha_cfg = config;
  global.grecaptcha = { ready: (callback: () => void) => config.fns.push(callback) };
  const own = new URL((document.currentScript as HTMLScriptElement).src);
  const release = document.createElement('script');
  release.src = new URL(`releases/sandbox/recaptcha__en.js${own.search}`, own).href;
  release.async = true;
  document.head.append(release);
})();
