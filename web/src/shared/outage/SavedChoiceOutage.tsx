import type { CoreOutage } from '#contract/outage.ts';
import { outageText } from '../../wording/maintenance.ts';
import { OutageNotice } from './OutageNotice.tsx';

/** The notice of an outage on a step that saved what was chosen. Fetched when there is one. */
export default function SavedChoiceOutage({ outage }: { readonly outage: CoreOutage }) {
  return <OutageNotice outage={outage} kept={outageText.kept} />;
}
