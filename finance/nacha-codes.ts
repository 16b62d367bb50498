// What the codes of returns and of notices of change mean: Nacha Operating Rules, Appendices Four and Five. Codes that are left out
// are not assigned.

const returnMeanings: Readonly<Record<string, string>> = {
  R01: 'insufficient funds',
  R02: 'account closed',
  R03: 'no account, or not found',
  R04: 'invalid account number',
  R05: 'debit of a consumer account with a class for companies, not authorized',
  R06: 'returned because our bank asked for it',
  R07: 'authorization revoked',
  R08: 'payment stopped',
  R09: 'funds not collected yet',
  R10: 'not authorized by the customer',
  R11: 'not as the customer authorized it',
  R12: 'branch sold to another bank',
  R13: 'invalid routing number',
  R14: 'representative payee died, or cannot act',
  R15: 'account holder or beneficiary died',
  R16: 'account frozen, or returned for OFAC',
  R17: 'an edit check failed, or suspected fraud',
  R18: 'improper effective date',
  R19: 'amount field error',
  R20: 'the account takes no such entries',
  R21: 'invalid company identification',
  R22: 'invalid individual identification number',
  R23: 'credit refused by the receiver',
  R24: 'duplicate entry',
  R25: 'addenda error',
  R26: 'mandatory field error',
  R27: 'trace number error',
  R28: 'routing number’s check digit is wrong',
  R29: 'not authorized by the company',
  R30: 'bank takes part in no check truncation',
  R31: 'permissible return of a company’s entry',
  R32: 'bank cannot settle',
  R33: 'return of an XCK entry',
  R34: 'bank’s participation is limited',
  R35: 'improper debit',
  R36: 'improper credit',
  R37: 'source document was presented',
  R38: 'payment of the source document was stopped',
  R39: 'improper source document',
  R40: 'enrollment returned by the agency',
  R41: 'enrollment: invalid transaction code',
  R42: 'enrollment: routing number or check digit error',
  R43: 'enrollment: invalid account number',
  R44: 'enrollment: invalid individual identification number',
  R45: 'enrollment: invalid name',
  R46: 'enrollment: invalid representative payee indicator',
  R47: 'enrollment: duplicate',
  R50: 'state law affects a re-presented check',
  R51: 'item of a re-presented check is ineligible',
  R52: 'payment of the re-presented item was stopped',
  R53: 'item and entry were both presented',
  R61: 'misrouted return',
  R62: 'return of an erroneous or reversing debit',
  R67: 'duplicate return',
  R68: 'untimely return',
  R69: 'field error in the return',
  R70: 'permissible return not accepted, or not asked for',
  R71: 'misrouted dishonored return',
  R72: 'untimely dishonored return',
  R73: 'the original return was timely',
  R74: 'corrected return',
  R75: 'the return is no duplicate',
  R76: 'no errors found',
  R77: 'the dishonored return is not accepted',
  R80: 'international entry: coding error',
  R81: 'bank takes part in no international entries',
  R82: 'international entry: invalid foreign bank',
  R83: 'international entry: foreign bank cannot settle',
  R84: 'international entry: not processed by the gateway',
  R85: 'international payment coded as a domestic one',
};

const changeMeanings: Readonly<Record<string, string>> = {
  C01: 'account number',
  C02: 'routing number',
  C03: 'routing and account number',
  C04: 'account holder’s name',
  C05: 'type of account',
  C06: 'account number and type',
  C07: 'routing and account number and type',
  C08: 'foreign bank of an international entry',
  C09: 'individual identification number',
  C10: 'company name',
  C11: 'company identification',
  C12: 'company name and identification',
  C13: 'format of the addenda',
  C14: 'class of an international entry',
};

export const isReturnCode = (code: string): boolean => Object.hasOwn(returnMeanings, code);
export const isChangeCode = (code: string): boolean => Object.hasOwn(changeMeanings, code);

export const meaningOfCode = (code: string): string =>
  returnMeanings[code] ?? changeMeanings[code] ?? 'not a code that we know';

/**
 * What banks write to each other about a return: ours did not accept it (`dishonored`), or the other one answers that (`contested`).
 * Undefined for the return of an entry.
 */
export const disputeOf = (code: string): 'dishonored' | 'contested' | undefined =>
  code < 'R61' || code > 'R77' ? undefined : code < 'R71' ? 'dishonored' : 'contested';
