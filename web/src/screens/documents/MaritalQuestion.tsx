// The applicant's marital status, and the spouse. Only applicants whose state's law requires it see it.
import { maritalStatuses } from '#contract/marital-status.ts';
import { usStates } from '#contract/us-states.ts';
import { Checkbox, RadioGroup, SelectField, TextField } from '../../forms/Controls.tsx';
import { FieldRow } from '../../forms/Form.tsx';
import { MaskedField } from '../../forms/MaskedFields.tsx';
import { zipMask } from '../../forms/masks.ts';
import type { ScreenForm } from '../../forms/use-screen-form.ts';
import { documentsText } from '../../wording/documents.ts';
import type { documentsForm } from './marital-form.ts';

const words = documentsText.confirm.marital;
const options = maritalStatuses.map((value) => ({ value, ...words.options[value] }));

type Form = ScreenForm<ReturnType<typeof documentsForm>>;

export default function MaritalQuestion({ form }: { readonly form: Form }) {
  const isMarried = form.value('maritalStatus') === 'married';
  return (
    <>
      <RadioGroup
        field={form.field('maritalStatus')}
        label={words.question}
        hint={words.why}
        options={options}
      />
      {isMarried && (
        <>
          <TextField
            field={form.field('spouseName')}
            label={words.name}
            hint={words.nameHint}
            autoComplete="off"
            autoCapitalize="words"
          />
          <Checkbox field={form.field('spouseElsewhere')} label={words.elsewhere} />
        </>
      )}
      {isMarried && form.value('spouseElsewhere') === true && (
        <>
          <TextField field={form.field('spouseStreet')} label={words.street} autoComplete="off" />
          <TextField
            field={form.field('spouseCity')}
            label={words.city}
            autoComplete="off"
            autoCapitalize="words"
          />
          <FieldRow>
            <SelectField
              field={form.field('spouseState')}
              label={words.state}
              options={usStates}
              autoComplete="off"
            />
            <MaskedField
              field={form.field('spouseZip')}
              label={words.zipCode}
              autoComplete="off"
              size="short"
              mask={zipMask}
            />
          </FieldRow>
        </>
      )}
    </>
  );
}
