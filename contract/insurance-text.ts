// Apart from the calls about documents, whose script every page with a form has.

/** What helps before a loan that a vehicle secures is signed. */
export const haveInsuranceReady =
  "Have your insurance card or declarations page ready. You can send us a photo of it as soon as you've signed.";
