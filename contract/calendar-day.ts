// The calendar day of an instant.

/**
 * An instant's calendar day in a time zone, or else on this device: "2026-03-04". In Swedish, because some browsers write the dates of
 * Canadian English another way.
 */
export const calendarDay = (instant: Date, timeZone?: string): string =>
  instant.toLocaleDateString('sv-SE', { timeZone });
