// Google reCAPTCHA, which keeps robots from the form.
import { address, is, secret, text } from './setting.ts';

const site = 'google.com/recaptcha/admin › your site › Settings › reCAPTCHA keys';

export const recaptchaSettings = {
  RECAPTCHA_SITE_KEY: text.meta(
    is('The site key that the page shows. The site is of the kind v2, “Invisible reCAPTCHA badge”', {
      found: `${site} › Copy site key`,
      example: '6Le…',
      neededFor: 'submitting the form',
    }),
  ),
  RECAPTCHA_SECRET: text.meta(
    secret('The secret of that site key', {
      found: `${site} › Copy secret key`,
      example: '6Le…',
      neededFor: 'submitting the form',
    }),
  ),
  RECAPTCHA_URL: address.default('https://www.google.com/recaptcha').meta(
    is('reCAPTCHA’s server side', {
      found: 'Leave it out',
      example: 'https://www.google.com/recaptcha',
      neededFor: 'the sandbox',
    }),
  ),
  RECAPTCHA_SCRIPT_URL: address.default('https://www.google.com/recaptcha/api.js').meta(
    is('reCAPTCHA’s script', {
      found: 'Leave it out',
      example: 'https://www.recaptcha.net/recaptcha/api.js',
      neededFor: 'applicants where www.google.com is blocked',
    }),
  ),
};
