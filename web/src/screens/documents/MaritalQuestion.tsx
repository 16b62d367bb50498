// The applicant's marital status, and the spouse. Only applicants whose state's law requires it see it.
import { maritalStatuses } from '#contract/marital-status.ts';
import { usStates } from '#contract/us-states.ts';
import { Checkbox, NameField, RadioGroup, SelectField, TextField } from '../../forms/Controls.tsx';
import { FieldRow } from '../../forms/Form.tsx';
import { ZipField } from '../../forms/MaskedFields.tsx';
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
          <NameField
            field={form.field('spouseName')}
            label={words.name}
            hint={words.nameHint}
            autoComplete="off"
          />
          <Checkbox field={form.field('spouseElsewhere')} label={words.elsewhere} />
        </>
      )}
      {isMarried && form.value('spouseElsewhere') === true && (
        <>
          <TextField field={form.field('spouseStreet')} label={words.street} autoComplete="off" />
          <NameField field={form.field('spouseCity')} label={words.city} autoComplete="off" />
          <FieldRow>
            <SelectField
              field={form.field('spouseState')}
              label={words.state}
              options={usStates}
              autoComplete="off"
            />
            <ZipField field={form.field('spouseZip')} label={words.zipCode} autoComplete="off" />
          </FieldRow>
        </>
      )}
    </>
  );
}
