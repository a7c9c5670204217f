import { CONTROL_CLASS } from '@corvane/shared/ui/field';
import { useImmediate } from '../lib/use-immediate.ts';

interface SelectFieldProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange(value: Value): void;
  className?: string;
}

/** A native choice with its label above it: works by keyboard, touch and screen reader as the system does it. */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, options, onChange, className = '' } = props;
  const [value, setValue] = useImmediate(props.value);
  return (
    <label className={`block ${className}`}>
      <span className="mb-1 block text-xs leading-4 font-semibold text-muted">{label}</span>
      <select
        className={`${CONTROL_CLASS} cursor-pointer text-sm`}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen === undefined) return;
          setValue(chosen.value);
          onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
