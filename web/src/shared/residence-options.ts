import { residentialStatuses, residentialStatusLabels } from '#contract/fields.ts';

export const residenceOptions = residentialStatuses.map((value) => ({
  value,
  label: residentialStatusLabels[value],
}));
