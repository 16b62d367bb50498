// The licensing notes that states require. Fetched when they are opened.
import states from '#lender/public/states.json';
import { brand } from '../wording/lender.ts';

const notes = [brand.license, ...states.map(({ name, licenseNote }) => `${name}: ${licenseNote}`)];

export default function LicensingNotes() {
  return (
    <ul>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
