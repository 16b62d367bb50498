// Every US state, territory, and region of military mail. For those that the lender does not serve, the form shows a message instead of hiding them.

/** Each code with its name. One text is the least that a phone can download for them. */
const codesAndNames =
  'ALAlabama|AKAlaska|AZArizona|ARArkansas|CACalifornia|COColorado|CTConnecticut|DEDelaware|DCDistrict of Columbia|' +
  'FLFlorida|GAGeorgia|HIHawaii|IDIdaho|ILIllinois|INIndiana|IAIowa|KSKansas|KYKentucky|LALouisiana|MEMaine|MDMaryland|' +
  'MAMassachusetts|MIMichigan|MNMinnesota|MSMississippi|MOMissouri|MTMontana|NENebraska|NVNevada|NHNew Hampshire|' +
  'NJNew Jersey|NMNew Mexico|NYNew York|NCNorth Carolina|NDNorth Dakota|OHOhio|OKOklahoma|OROregon|PAPennsylvania|' +
  'RIRhode Island|SCSouth Carolina|SDSouth Dakota|TNTennessee|TXTexas|UTUtah|VTVermont|VAVirginia|WAWashington|' +
  'WVWest Virginia|WIWisconsin|WYWyoming|ASAmerican Samoa|GUGuam|MPNorthern Mariana Islands|PRPuerto Rico|VIVirgin Islands|' +
  'AAArmed Forces AA|AEArmed Forces AE|APArmed Forces AP';

export const usStates = codesAndNames
  .split('|')
  .map((state) => ({ value: state.slice(0, 2), label: state.slice(2) }));
