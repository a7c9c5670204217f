import { type RepTexts, repTextsSchema } from '@corvane/shared/contracts/backend/representatives/rep-change';
import type { ListedRep } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { freshKey } from '@corvane/shared/lib/fresh-id';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { useEffect, useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { CloseDialogButton, PortalDialog, Unsaved } from '../../../ui/dialogs/portal-dialog.tsx';
import { useWhileOpen } from '../../../ui/dialogs/use-while-open.ts';
import { conflictWords, type RepConflict } from './rep-conflict-words.ts';
import { REFUSALS, repFailureWords, useRepChange } from './use-rep-change.ts';

interface RepFormProps {
  managerId: string;
  /** null: a new one. */
  rep: ListedRep | null;
  onSalesId(name: string, salesId: string): void;
  onClose(): void;
}

type Errors = Partial<Record<'name' | 'email', string>>;
const NOBODY: RepTexts = { name: '', email: '', isManager: false };

/** Adds a representative, or corrects the name, address and role of one. */
export function RepForm({ managerId, rep, onSalesId, onClose }: RepFormProps) {
  const { toast } = useHostServices();
  const close = useWhileOpen(onClose);
  const form = useRef<HTMLFormElement>(null);
  const [before, setBefore] = useState<RepTexts>(
    rep === null ? NOBODY : { name: rep.name, email: rep.email, isManager: rep.isManager },
  );
  const [texts, setTexts] = useState(before);
  const [errors, setErrors] = useState<Errors>({});
  const [conflict, setConflict] = useState<RepConflict | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  // One key per dialog: sending again after a lost answer returns the same sales ID.
  const [idempotencyKey] = useState(freshKey);

  const change = useRepChange(managerId, {
    onAnswer(answer) {
      setConflict(answer.outcome === 'conflict' ? answer : null);
      setRefusal(
        answer.outcome === 'last_manager' || answer.outcome === 'erased' ? REFUSALS[answer.outcome] : null,
      );
      if (answer.outcome === 'added') {
        close();
        onSalesId(texts.name.trim(), answer.salesId);
      } else if (answer.outcome === 'edited') {
        toast({ title: 'Saved', description: `${texts.name.trim()} is up to date.`, tone: 'success' });
        close();
      } else if (answer.outcome === 'conflict') {
        const { name, email, isManager } = answer.rep;
        // Untouched values follow the stored ones.
        setTexts({
          name: texts.name === before.name ? name : texts.name,
          email: texts.email === before.email ? email : texts.email,
          isManager: texts.isManager === before.isManager ? isManager : texts.isManager,
        });
        setBefore({ name, email, isManager });
      }
    },
    onError: (error) => setErrors(fieldErrors(error)),
  });
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);

  function submit() {
    const parsed = repTextsSchema.safeParse(texts);
    if (!parsed.success) {
      const issues = parsed.error.issues.map(({ path: [field], message }) => [String(field), message]);
      return setErrors(Object.fromEntries(issues.reverse()));
    }
    setErrors({});
    change.send(
      rep === null
        ? { action: 'add', ...parsed.data, idempotencyKey }
        : { action: 'edit', repId: rep.id, before, after: parsed.data },
    );
  }

  const line = (field: 'name' | 'email', label: string) => (
    <Field label={label} error={errors[field]}>
      {(control) => (
        <input
          {...control}
          // Not `email`: only the server's rule applies.
          type="text"
          inputMode={field === 'email' ? 'email' : 'text'}
          name={`rep-${field}`}
          spellCheck={false}
          readOnly={change.isPending}
          className={CONTROL_CLASS}
          value={texts[field]}
          onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
        />
      )}
    </Field>
  );
  const failure =
    change.error === null || Object.keys(errors).length > 0 ? null : repFailureWords(change.error);
  return (
    <PortalDialog
      onClose={onClose}
      title={rep === null ? 'Add a representative' : `Edit ${rep.name}`}
      description={
        rep === null
          ? 'They sign in with a sales ID, which is shown once in the next step.'
          : 'Sales ID, sessions and customers stay.'
      }
    >
      <form
        ref={form}
        aria-busy={change.isPending}
        noValidate
        autoComplete="off"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Unsaved when={JSON.stringify(texts) !== JSON.stringify(before)} />
        {failure === null ? null : <Alert tone="error" title={failure} />}
        {refusal === null ? null : <Alert tone="error" title={refusal} />}
        {conflict === null ? null : (
          <Alert tone="error" title={conflictWords(conflict)}>
            Stored now: {conflict.rep.name}, {conflict.rep.email},{' '}
            {conflict.rep.isManager ? 'a manager' : 'no manager'}. Save again to replace it with yours.
          </Alert>
        )}
        {line('name', 'Name')}
        {line('email', 'Email')}
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            name="rep-manager"
            className="size-4 shrink-0 accent-teal"
            aria-disabled={change.isPending || undefined}
            checked={texts.isManager}
            onChange={({ target }) => change.isPending || setTexts({ ...texts, isManager: target.checked })}
          />
          Manager: may open Operations with a mailed code
        </label>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="signal" className="text-sm max-md:grow" busy={change.isPending}>
            {rep === null ? 'Add' : 'Save changes'}
          </Button>
          <CloseDialogButton className="text-sm max-md:grow">Cancel</CloseDialogButton>
        </div>
      </form>
    </PortalDialog>
  );
}

/** The server's error messages beside their fields. */
function fieldErrors(error: unknown): Errors {
  if (!isApiError(error)) return {};
  const { fields } = error;
  const [name, email] = [fields.name ?? fields['after.name'], fields.email ?? fields['after.email']];
  return { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) };
}
