import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import {
  type ChangeEvent,
  type ComponentProps,
  type FormEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { Unsaved } from '../dialogs/within-dialog.tsx';

/** What `useConflictForm` returns, as far as the form shows it. */
interface Edit<Values extends FieldValues> {
  form: Pick<UseFormReturn<Values>, 'register' | 'setValue' | 'formState'>;
  conflict: object | null;
  isTouched: boolean;
  isPending: boolean;
  failure: string | null;
  submit(event: FormEvent): void;
}

interface ConflictFormProps<Values extends FieldValues> {
  edit: Edit<Values>;
  /** Says who saved first, and what. */
  note?: ReactElement | null;
  children: ReactNode;
}

/** The form of `useConflictForm`: what went wrong comes first, and the first wrong field gets the focus. */
export function ConflictForm<Values extends FieldValues>({
  edit,
  note,
  children,
}: ConflictFormProps<Values>) {
  const { conflict, isPending, failure } = edit;
  const { errors } = edit.form.formState;
  const form = useRef<HTMLFormElement>(null);
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);
  useEffect(() => {
    // The note is at the top, far from Save, and matters for the next decision. So it is scrolled into view.
    if (conflict !== null) message.current?.focus();
  }, [conflict]);
  return (
    <form
      ref={form}
      aria-busy={isPending}
      noValidate
      autoComplete="off"
      className="grid gap-4"
      onSubmit={edit.submit}
    >
      <Unsaved when={edit.isTouched} />
      <div ref={message} tabIndex={-1} className="grid gap-4 outline-none empty:hidden">
        {failure === null ? null : <Alert tone="error" title={failure} />}
        {conflict === null ? null : note}
      </div>
      {children}
    </form>
  );
}

interface TextFieldProps<Values extends FieldValues>
  extends Omit<ComponentProps<'input'>, 'form' | 'name' | 'ref'> {
  edit: Pick<Edit<Values>, 'form' | 'isPending'>;
  name: Path<Values>;
  label: string;
  hint?: string;
  /** Of a text with lines. */
  rows?: number;
  ref?: RefObject<HTMLInputElement | null>;
  /** What it shows in place of its value. */
  shown?: string;
}

/** One line, or `rows` of them. While it is saved, it keeps its focus and cannot change. */
export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { edit, name, label, hint, rows, shown, ref: element, ...attributes } = props;
  const error = edit.form.formState.errors[name]?.message;
  const Control: 'input' = (rows === undefined ? 'input' : 'textarea') as 'input';
  const { register, setValue } = edit.form;
  const registered = shown === undefined ? register(name) : null;
  return (
    <Field
      label={label}
      error={typeof error === 'string' ? error : undefined}
      {...(hint === undefined ? {} : { hint })}
    >
      {(control) => (
        <Control
          readOnly={edit.isPending}
          className={CONTROL_CLASS}
          dir="auto"
          {...(rows === undefined ? { type: 'text' } : { rows })}
          {...attributes}
          {...control}
          {...(registered ?? {
            name,
            value: shown,
            onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setValue(name, target.value as never),
          })}
          ref={(node) => {
            registered?.ref(node);
            if (element) element.current = node;
          }}
        />
      )}
    </Field>
  );
}

interface CheckFieldProps<Values extends FieldValues> {
  edit: Pick<Edit<Values>, 'form' | 'isPending'>;
  name: Path<Values>;
  children: ReactNode;
}

/** A box with its words. While it is saved, it keeps its focus and cannot change. */
export function CheckField<Values extends FieldValues>({ edit, name, children }: CheckFieldProps<Values>) {
  const { onChange, ...field } = edit.form.register(name);
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-teal"
        aria-disabled={edit.isPending || undefined}
        {...field}
        onClick={(event) => {
          if (edit.isPending) event.preventDefault();
        }}
        // React calls it even for a prevented click.
        onChange={(event) => {
          if (!edit.isPending) void onChange(event);
        }}
      />
      <span>{children}</span>
    </label>
  );
}

interface ConflictNoteProps {
  title: string;
  /** What is stored now, by the names of fields. */
  stored: readonly (readonly [label: string, text: string])[];
  /** What happened to the own changes. */
  kept: string;
  again: string;
  /** To drop the own changes. It is too late while they are being saved. */
  take?: { label: string; isPending: boolean; onTake(): void };
}

/** Someone else saved first. Nothing was overwritten. The person sees both versions and decides. */
export function ConflictNote({ title, stored, kept, again, take }: ConflictNoteProps) {
  return (
    <Alert tone="error" title={title}>
      <p>{`${kept} Stored now:`}</p>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {stored.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd dir="auto" className="whitespace-pre-wrap wrap-anywhere">
              {text || '(empty)'}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2">{again}</p>
      {take === undefined ? null : (
        <Button className="mt-3 text-sm" disabled={take.isPending} onClick={take.onTake}>
          {take.label}
        </Button>
      )}
    </Alert>
  );
}
