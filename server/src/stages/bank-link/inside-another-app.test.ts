import { expect, it } from 'vitest';
import { isInsideAnotherApp } from './inside-another-app.ts';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9';
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36';

it.each([
  ['Facebook on iOS', `${iPhone} Mobile/22F76 [FBAN/FBIOS;FBAV/512.0.0.30.109]`],
  ['Facebook on Android', `${android}; wv) ${chrome} [FB_IAB/FB4A;FBAV/512.0.0.0]`],
  ['Instagram', `${iPhone} Mobile/22F76 Instagram 385.0.0.22.97 (iPhone16,2; iOS 18_5)`],
  ['TikTok', `${android}) ${chrome} musical_ly_2023 BytedanceWebview/d8a21c6`],
  ['LinkedIn', `${iPhone} Mobile/22F76 [LinkedInApp]/9.30.1234`],
  ['an Android WebView', `${android}; wv) ${chrome}`],
  ['an iOS web view', `${iPhone} Mobile/22F76`],
  ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'],
])('%s is inside another app', (_name, userAgent) => {
  expect(isInsideAnotherApp(userAgent)).toBe(true);
});

it.each([
  ['Safari on iOS', `${iPhone} Version/18.5 Mobile/15E148 Safari/604.1`],
  ['Chrome on iOS', `${iPhone} CriOS/138.0.7204.53 Mobile/15E148 Safari/604.1`],
  ['Chrome on Android', `${android}) ${chrome.replace('Version/4.0 ', '')}`],
  ['Firefox on Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['no user agent', undefined],
])('%s is not', (_name, userAgent) => {
  expect(isInsideAnotherApp(userAgent)).toBe(false);
});
