import { CONTROL_CLASS } from '@corvane/shared/ui/field';
import { useState } from 'react';
import { Chevron } from '../facts/chevron.tsx';

interface SelectFieldProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  /** Whether the choice cannot change now. The field keeps its focus. */
  readOnly?: boolean;
  onChange(value: Value): void;
  className?: string;
}

/**
 * A native select with its label above it, so keyboard, touch and screen readers work as usual on the system. Only
 * its colors are ours: WebKit's own select stays light in the dark theme.
 */
export function SelectField<Value extends string>(props: SelectFieldProps<Value>) {
  const { label, options, readOnly = false, onChange, className = '' } = props;
  const [value, setValue] = useImmediate(props.value);
  return (
    <label className={`relative block ${className}`}>
      <span className="mb-1 block text-xs leading-4 font-medium text-muted">{label}</span>
      <select
        className={`${CONTROL_CLASS} cursor-pointer appearance-none pr-8 text-sm`}
        aria-disabled={readOnly || undefined}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (readOnly || chosen === undefined) return;
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
      <Chevron className="pointer-events-none absolute right-3 bottom-4" />
    </label>
  );
}

/**
 * Shows a choice at once. The address follows a moment later, and until then a controlled field would show the old
 * value. After that, the value in the address is shown again.
 */
export function useImmediate<Value>(value: Value): [Value, (value: Value) => void] {
  const key = JSON.stringify(value);
  const [state, setState] = useState({ key, shown: value });
  if (state.key !== key) setState({ key, shown: value });
  return [state.key === key ? state.shown : value, (shown) => setState({ key, shown })];
}
