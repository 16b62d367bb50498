// Vendor calls deleted before their application. Named here alone, so that a new vendor's are not kept for longer.
export const shortLivedCalls = {
  textCodes: {
    sendCode: 'send-code',
    checkCode: 'check-code',
    sendText: 'send-text',
    confirmCaptcha: 'confirm-captcha',
  },
  /**
   * Their responses contain credentials to a bank. The bank's data about the applicant is stored with the decision that used it
   * (12 CFR 1002.12(b)), and so is the record that access was ended.
   */
  bankData: { exchangeToken: 'exchange-public-token', createLinkToken: 'create-link-token' },
} as const;
