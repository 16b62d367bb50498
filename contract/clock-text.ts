/** A time of day as people say it: "18:00" as "6:00 pm". */
export function clockText(time: string, [am, pm]: readonly [string, string] = ['am', 'pm']): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? am : pm}`;
}
