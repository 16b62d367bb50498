// The page inside the widget's frames, which v2 invisible never shows.
export function framePage(part: 'badge' | 'challenge'): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>reCAPTCHA</title></head>
<body data-part="${part}">
<p hidden>reCAPTCHA</p>
<script src="/recaptcha/api2/frame.js"></script>
</body>
</html>`;
}
