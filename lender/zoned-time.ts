// Days and times as clocks in a time zone show them.

/** By time zone. A format takes 25 kB outside the heap, which V8 doesn't count, so a new one for each call is collected too late. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}

/** The calendar day ("2026-03-01") and time ("06:30") of an instant in a time zone. */
export function localTime(timeZone: string, instant: Date): { readonly day: string; readonly time: string } {
  const [day = '', time = ''] = formatOf(timeZone).format(instant).split(', ');
  return { day, time };
}

export const addDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

/** The instant at which clocks in a time zone show a day and time. */
export function instantOf(timeZone: string, day: string, time: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const shownAt = (instant: number) => {
    const local = localTime(timeZone, new Date(instant));
    return Date.parse(`${local.day}T${local.time}:00Z`);
  };
  // Twice, because the zone's offset may change in between.
  let instant = asUtc;
  for (let turn = 0; turn < 2; turn += 1) instant += asUtc - shownAt(instant);
  return new Date(instant);
}
