import { SelectField } from '../fields/select-field.tsx';

interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface FilterChoiceProps<Value extends string> {
  label: string;
  /** Label of the empty choice. */
  all: string;
  value: Value | null;
  options: readonly Option<Value>[];
  onChange(value: Value | null): void;
  className?: string;
}

/**
 * One of the options, or all. A value from the address that is not an option stays listed, so people can remove
 * it.
 */
export function FilterChoice<Value extends string>(props: FilterChoiceProps<Value>) {
  const { all, value, options, onChange, ...field } = props;
  const isListed = value === null || options.some((option) => option.value === value);
  return (
    <SelectField<Value | ''>
      {...field}
      value={value ?? ''}
      options={[{ value: '', label: all }, ...(isListed ? [] : [{ value, label: value }]), ...options]}
      onChange={(chosen) => onChange(chosen === '' ? null : chosen)}
    />
  );
}

/** The values of a record of labels. */
export function optionsOf<Value extends string>(labels: Readonly<Record<Value, string>>): Option<Value>[] {
  return (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));
}
