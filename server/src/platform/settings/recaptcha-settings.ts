// Google reCAPTCHA, which protects the form from bots.
import { secret, service, setting, sources, text } from './setting.ts';

const site = 'google.com/recaptcha/admin › your site › Settings › reCAPTCHA keys';

export const recaptchaSettings = {
  RECAPTCHA_SITE_KEY: setting(
    text,
    'The site key that the page shows. Its type is “Challenge (v2)”, “Invisible reCAPTCHA badge”, and its domain that of `PUBLIC_URL`; a key of another type shows no captcha',
    {
      found: `${site} › Copy site key`,
      example: '6Le…',
      untested: 'a browser shows a mistake on the form',
      neededFor: 'submitting the form',
    },
  ),
  RECAPTCHA_SECRET: secret(text, 'The secret of that site key', {
    found: `${site} › Copy secret key`,
    example: '6Le…',
    neededFor: 'submitting the form',
  }),
  RECAPTCHA_URL: service('https://www.google.com/recaptcha', 'reCAPTCHA’s server side'),
  RECAPTCHA_SCRIPT_URL: service(
    'https://www.google.com/recaptcha/api.js?render=explicit',
    'reCAPTCHA’s script. Our pages’ policy allows scripts, frames and requests from its folder',
    {
      example: 'https://www.recaptcha.net/recaptcha/api.js?render=explicit',
      neededFor: 'applicants whose networks block www.google.com',
    },
  ),
  RECAPTCHA_SCRIPT_SOURCES: setting(
    sources.default('https://www.gstatic.com/recaptcha/'),
    'Other places from which that script loads scripts. Our pages’ policy allows them',
    {
      found: 'Leave it out; [Google’s FAQ](https://developers.google.com/recaptcha/docs/faq) names them',
      example: 'https://www.gstatic.com/recaptcha/ https://www.gstatic.cn/recaptcha/',
      neededFor: 'another host of Google’s, and the sandbox',
    },
  ),
  RECAPTCHA_FRAME_SOURCES: setting(
    sources.default('https://recaptcha.google.com/recaptcha/'),
    'Other places from which that script loads frames. Our pages’ policy allows them',
    {
      found: 'Leave it out; [Google’s FAQ](https://developers.google.com/recaptcha/docs/faq) names them',
      example: 'https://recaptcha.google.com/recaptcha/',
      neededFor: 'another host of Google’s, and the sandbox',
    },
  ),
};
