export const branchText = {
  help: 'Talk to us',
  loading: 'Your branch',
  callWords: 'Call',
  text: 'Text us',
  weekdays: 'Monday to Friday',
  between: (open: string, close: string) => `${open} to ${close}`,
  saturday: 'Saturday',
  byAppointment: 'By appointment',
  sunday: 'Sunday',
  closed: 'Closed',
  opens: (opens: string) => `Opens ${opens}`,
  mapOf: (name: string) => `Map with ${name} at its center`,
} as const;

export const articlesText = { title: 'Good to know', read: 'Read more' } as const;
