// Formats a vehicle's name. The bureau's file has it in capitals.

/** Makes of three letters that are words. Other short words in capitals are codes. */
const shortMakes: Readonly<Record<string, string>> = { KIA: 'Kia', RAM: 'Ram' };
const shortest = 4;

/** "2019 SUBARU OUTBACK" as "2019 Subaru Outback". Codes such as RAV4, CR-V, F-150 and GMC stay as they are. */
export function vehicleText({ year, make, model }: { year: number; make: string; model: string }): string {
  return `${year} ${shortMakes[make] ?? written(make)} ${written(model)}`;
}

function written(name: string): string {
  // A name with lowercase letters is already formatted.
  if (name !== name.toUpperCase()) return name;
  return name.replaceAll(/[\p{L}\d]+/gu, (word) =>
    word.length < shortest || /\d/.test(word) ? word : word.charAt(0) + word.slice(1).toLowerCase(),
  );
}
