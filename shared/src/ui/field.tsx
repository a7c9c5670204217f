import { type ReactNode, useId } from 'react';

/** Ids and states that a control needs so that its label, hint and error are announced with it. */
export interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  className?: string;
  children(control: FieldControlProps): ReactNode;
}

/** A label, its control, a hint, and the error when there is one. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint ? hintId : null, error ? errorId : null].filter((part) => part !== null);
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy.length > 0 ? describedBy.join(' ') : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint ? (
        <p id={hintId} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={errorId} className="mt-1 flex gap-2 text-sm font-medium text-danger">
          <span aria-hidden="true">!</span>
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** Classes of text inputs and text areas. */
export const CONTROL_CLASS =
  'block w-full min-h-11 rounded-control border border-control bg-surface px-3 py-2 text-base text-ink placeholder:text-muted hover:border-ink aria-invalid:border-danger aria-invalid:border-2 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted';
