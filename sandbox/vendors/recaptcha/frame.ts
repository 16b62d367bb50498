// The page inside the widget's frame: a checkbox, or nothing when the widget is invisible.
export function framePage({ size, theme }: { size: string; theme: string }): string {
  const invisible = size === 'invisible';
  const dark = theme === 'dark';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>reCAPTCHA</title>
<style>
  :root { color-scheme: ${dark ? 'dark' : 'light'}; }
  body { margin: 0; font: 14px/1.3 system-ui, sans-serif; color: ${dark ? '#fff' : '#1c2421'}; background: ${dark ? '#222' : '#f9f9f9'}; }
  label { display: flex; gap: 12px; align-items: center; min-height: 74px; padding: 0 14px; cursor: pointer; }
  input { width: 24px; height: 24px; margin: 0; accent-color: #0f4c3a; }
  input:focus-visible { outline: 2px solid #0f4c3a; outline-offset: 2px; }
  small { margin-left: auto; color: ${dark ? '#ddd' : '#555'}; }
</style>
</head>
<body data-size="${invisible ? 'invisible' : 'normal'}">
${invisible ? '<p hidden>reCAPTCHA</p>' : '<div><label><input type="checkbox" id="box"> I’m not a robot <small>reCAPTCHA</small></label></div>'}
<script src="/recaptcha/api2/anchor.js"></script>
</body>
</html>`;
}
