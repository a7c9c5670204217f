import { type ReactNode, useId } from 'react';

/** Ids and states that link a control to its label, hint and error for screen readers. */
interface FieldControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
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
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
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
          <svg
            aria-hidden="true"
            viewBox="0 0 16 16"
            className="mt-0.5 size-4 shrink-0"
            fill="none"
            stroke="currentColor"
          >
            <path d="M8 1.5 15 14H1Z" strokeWidth="1.5" strokeLinejoin="round" />
            <path d="M8 6v4m0 1.6v.4" strokeWidth="1.5" strokeLinecap="round" />
          </svg>
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}

/** Classes of text inputs and text areas. */
export const CONTROL_CLASS =
  'block w-full min-h-11 rounded-control border border-control bg-surface px-3 py-2 text-base text-ink placeholder:text-muted not-disabled:hover:border-ink focus-visible:border-teal aria-invalid:border-danger aria-invalid:shadow-[inset_3px_0_0_var(--danger)] disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted';
