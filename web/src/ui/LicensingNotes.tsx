// The licensing notes that states require. Fetched when they are opened.
import states from '#lender/public/states.json';
import { brand } from '../wording/lender.ts';

export default function LicensingNotes() {
  return (
    <ul>
      {[brand.license, ...states.map(({ name, licenseNote }) => `${name}: ${licenseNote}`)].map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
