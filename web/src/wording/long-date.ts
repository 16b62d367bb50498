/** A calendar date with its weekday: "2026-03-04" as "Wednesday, March 4, 2026". */
export const weekdayDate = (date: string): string => written(date, { year: 'numeric' });

/** The same without the year, for a date that is near: "Wednesday, March 4". */
export const nearDate = (date: string): string => written(date, {});

const written = (date: string, more: Intl.DateTimeFormatOptions) =>
  new Date(`${date}T12:00:00`).toLocaleDateString('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...more,
  });
