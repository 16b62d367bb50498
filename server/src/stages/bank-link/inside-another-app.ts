// Browsers inside other apps open no second window, in which banks ask for a login, and lose the page when a bank's own app opens.

/** What these apps add to the user agent: Facebook, Instagram, TikTok, LinkedIn, Snapchat, Pinterest, Line, and Android's WebView. */
const apps =
  /\b(?:FBAN|FBAV|FB_IAB|Instagram|BytedanceWebview|musical_ly|TikTok|LinkedInApp|Snapchat|Pinterest|Line)\b|; wv\)/;

/** Apple's web views leave out Safari's own mark, which every browser on its systems has. */
const appleView = /^(?=.*(?:iPhone|iPad|iPod|Macintosh))(?=.*AppleWebKit\/)(?!.*Safari\/)/;

export function isInsideAnotherApp(userAgent = ''): boolean {
  return apps.test(userAgent) || appleView.test(userAgent);
}
