// The one rule for all free text, in the browser and in every request.

/**
 * Whether a text has no control and no invisible character: those that reverse the direction of writing make a reader see
 * something else than what is stored.
 */
export const isPlainText = (value: string) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value);

export const plainTextMessage = "Please type this again. It holds a character that can't be seen.";
